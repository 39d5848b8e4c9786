package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.TurnResult.Cause;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads an agent that prints JSON lines, and keeps whatever is not understood. */
public final class ProtocolReader implements TurnReader {
  // why: what nobody understands is not worth more; the raw log has all of it
  private static final int MAX_UNREAD = 1024 * 1024;

  private final String agent;
  private final String prompt;
  private final AgentProtocol protocol;
  private final TurnLog log = new TurnLog();
  private final ErrorLines errors = new ErrorLines();
  private long errorCount;

  /** A reader for one turn of the agent of that name. */
  public ProtocolReader(String agent, String prompt, AgentProtocol protocol) {
    this.agent = agent;
    this.prompt = prompt;
    this.protocol = protocol;
  }

  @Override
  public List<AgentOutput> onStart() {
    return List.of(AgentOutput.Entry.of("prompt", EntryType.USER_MESSAGE, prompt));
  }

  @Override
  public List<AgentOutput> accept(OutputLine line) {
    return switch (line.channel()) {
      case STDOUT -> acceptOutput(line);
      case STDERR -> acceptError(Excerpt.withoutColours(line.text()));
    };
  }

  private List<AgentOutput> acceptOutput(OutputLine line) {
    log.startLine();
    var event = line.whole() ? JsonEvent.parse(line.text()) : Optional.<JsonEvent>empty();
    if (!event.map(found -> protocol.read(found, log)).orElse(false) && !line.text().isBlank()) {
      log.say(EntryType.SYSTEM_MESSAGE, Excerpt.start(line.text(), MAX_UNREAD));
    }
    return log.take();
  }

  // why: an entry of standard error must not depend on what standard output said so far, since the
  // two are read from two files and nobody knows which line came first
  private List<AgentOutput> acceptError(String text) {
    errorCount++;
    if (text.isBlank()) {
      return List.of();
    }
    errors.add(text);
    var entry =
        AgentOutput.Entry.of(
            "stderr-" + errorCount, EntryType.SYSTEM_MESSAGE, Excerpt.start(text, MAX_UNREAD));
    return Stream.<AgentOutput>concat(
            Stream.of(entry), protocol.deniedIn(text).map(AgentOutput.ActionDenied::new).stream())
        .toList();
  }

  @Override
  public List<AgentOutput> onExit(ProgramExit exit) {
    log.startLine();
    log.closeTools();
    if (!log.hasEnded()) {
      log.end(silence(exit));
    }
    return log.take();
  }

  private TurnResult silence(ProgramExit exit) {
    var cause = protocol.causeOf(errors.text()).orElse(Cause.NO_CLOSING_EVENT);
    var words =
        Stream.of(log.lastError(), errors.text())
            .filter(text -> !text.isBlank())
            .collect(Collectors.joining("\n"));
    var what =
        cause == Cause.SESSION_LOST
            ? "session lost: %s no longer has this conversation (%s)"
            : "%s ended without a closing event (%s)";
    var summary = what.formatted(agent, exit.words());
    return new TurnResult.Failed(cause, words.isBlank() ? summary : summary + ": " + words);
  }

  @Override
  public List<AgentOutput.Send> answer(String requestId, ApprovalAnswer answer) {
    return protocol.answer(requestId, answer);
  }

  /** The last lines that a program printed on standard error, for the summary of a failure. */
  private static final class ErrorLines {
    private static final int MAX_LENGTH = 700;

    private final Deque<String> lines = new ArrayDeque<>();
    private int length;

    void add(String line) {
      var text = Excerpt.start(line, MAX_LENGTH);
      lines.addLast(text);
      length += text.length() + 1;
      while (length > MAX_LENGTH && lines.size() > 1) {
        length -= lines.removeFirst().length() + 1;
      }
    }

    String text() {
      return String.join("\n", lines);
    }
  }
}
