package dev.baton.bench;

import java.util.List;

/**
 * A server that is measured.
 *
 * @param name what the table calls it
 * @param era the era that it is spoken to in
 * @param command what starts it; {@link #PORT} in it stands for a port
 */
record Peer(String name, Era era, List<String> command) {
  static final String PORT = "{port}";

  Peer {
    command = List.copyOf(command);
  }

  /** The command with a port in its place. */
  List<String> at(int port) {
    return command.stream().map(word -> word.replace(PORT, Integer.toString(port))).toList();
  }
}
