package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.OutputLine;
import dev.baton.orchestrator.agent.ProgramExit;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnResult;
import dev.baton.orchestrator.transcript.Utf8;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Reads the output of a script: every line is said as it is, and the exit code decides. */
final class ScriptReader implements TurnReader {
  private static final int LAST_LINES = 10;
  private static final int LAST_BYTES = 900;

  private final String name;
  private final Deque<String> lastLines = new ArrayDeque<>();
  private long lines;

  /**
   * A reader.
   *
   * @param name what people know the script by
   */
  ScriptReader(String name) {
    this.name = name;
  }

  @Override
  public List<AgentOutput> onStart() {
    return List.of(AgentOutput.Entry.of("start", EntryType.SYSTEM_MESSAGE, name));
  }

  @Override
  public List<AgentOutput> accept(OutputLine line) {
    if (!line.text().isBlank()) {
      lastLines.addLast(line.text());
      if (lastLines.size() > LAST_LINES) {
        lastLines.removeFirst();
      }
    }
    return List.of(AgentOutput.Entry.of("line " + lines++, EntryType.SYSTEM_MESSAGE, line.text()));
  }

  @Override
  public List<AgentOutput> onExit(ProgramExit exit) {
    var result =
        exit instanceof ProgramExit.Code(int code) && code == 0
            ? new TurnResult.Succeeded("")
            : new TurnResult.Failed(TurnResult.Cause.AGENT_ERROR, lastWords());
    return List.of(new AgentOutput.TurnEnded(result));
  }

  private String lastWords() {
    return Utf8.cutStart(name + " failed\n" + String.join("\n", lastLines), LAST_BYTES);
  }

  @Override
  public List<AgentOutput.Send> answer(String requestId, ApprovalAnswer answer) {
    return List.of();
  }
}
