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

  /** One that is spoken to in the newer era. */
  static Peer modern(String name, List<String> command) {
    return new Peer(name, Era.NEWER, command);
  }

  /** Something that the bench does itself, for comparison. */
  static Peer bare(String name) {
    return new Peer(name, Era.NEWER, List.of());
  }

  /** The command with a port in its place. */
  List<String> at(int port) {
    return command.stream().map(word -> word.replace(PORT, Integer.toString(port))).toList();
  }
}
