package dev.baton.orchestrator.ingest;

import dev.baton.orchestrator.agent.OutputLine;
import java.util.Optional;

/** Puts the pieces of long lines together, as far as anybody wants them. Not thread safe. */
final class LineAssembler {
  private final OutputLine.Channel channel;
  private final StringBuilder pieces = new StringBuilder();
  private boolean isCut;

  LineAssembler(OutputLine.Channel channel) {
    this.channel = channel;
  }

  /** The whole line, if this piece ends it. */
  Optional<OutputLine> add(String text, boolean continues) {
    if (!continues && pieces.isEmpty() && !isCut) {
      return Optional.of(new OutputLine(channel, text, true));
    }
    int room = OutputLine.MAX_LENGTH - pieces.length();
    pieces.append(text, 0, Math.min(room, text.length()));
    isCut |= room < text.length();
    if (continues) {
      return Optional.empty();
    }
    var line = new OutputLine(channel, pieces.toString(), !isCut);
    pieces.setLength(0);
    pieces.trimToSize();
    isCut = false;
    return Optional.of(line);
  }
}
