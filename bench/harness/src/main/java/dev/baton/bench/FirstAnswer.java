package dev.baton.bench;

import java.io.IOException;
import java.util.List;

/** From the start of a process to the first answered {@code tools/list} over stdio. */
final class FirstAnswer {
  static final List<Figure> FIGURES =
      List.of(Figure.FIRST_ANSWER, Figure.START_CPU, Figure.START_MEMORY);

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double MILLIS = 1000;

  private FirstAnswer() {}

  static void measure(Peer peer, Results results) throws IOException {
    var begin = System.nanoTime();
    try (var server = ServerProgram.start(peer.command())) {
      StdioConversation.begin(server);
      var end = System.nanoTime();
      results.add(peer, Figure.START_CPU, server.cpuSeconds() * MILLIS);
      results.add(peer, Figure.START_MEMORY, server.residentMebibytes());
      results.add(peer, Figure.FIRST_ANSWER, (end - begin) / NANOS_PER_MILLI);
    }
  }
}
