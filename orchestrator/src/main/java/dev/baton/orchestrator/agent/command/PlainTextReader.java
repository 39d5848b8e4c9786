package dev.baton.orchestrator.agent.command;

import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.Excerpt;
import dev.baton.orchestrator.agent.OutputLine;
import dev.baton.orchestrator.agent.ProgramExit;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnResult;
import java.util.ArrayList;
import java.util.List;

/** Reads plain text: paragraphs are what the agent says, and the exit code is its last word. */
final class PlainTextReader implements TurnReader {
  private static final int MAX_PARAGRAPH = 8 * 1024;

  private final ProtocolReader others;
  private final StringBuilder paragraph = new StringBuilder();
  private String lastWords = "";
  private long count;

  PlainTextReader(String agent, String prompt) {
    this.others = new ProtocolReader(agent, prompt, NOTHING);
  }

  /** A language without words: all that is read by it are lines of standard error. */
  private static final AgentProtocol NOTHING = (_, _) -> false;

  @Override
  public List<AgentOutput> onStart() {
    return others.onStart();
  }

  @Override
  public List<AgentOutput> accept(OutputLine line) {
    return switch (line.channel()) {
      case STDERR -> others.accept(line);
      case STDOUT -> acceptText(Excerpt.withoutColours(line.text()));
    };
  }

  private List<AgentOutput> acceptText(String text) {
    if (text.isBlank()) {
      return endParagraph();
    }
    if (!paragraph.isEmpty()) {
      paragraph.append('\n');
    }
    paragraph.append(Excerpt.start(text, 8 * MAX_PARAGRAPH));
    return paragraph.length() > MAX_PARAGRAPH ? endParagraph() : List.of();
  }

  private List<AgentOutput> endParagraph() {
    if (paragraph.isEmpty()) {
      return List.of();
    }
    var text = paragraph.toString();
    paragraph.setLength(0);
    lastWords = Excerpt.start(text.strip(), 1000);
    return List.of(AgentOutput.Entry.of("text-" + ++count, EntryType.ASSISTANT_MESSAGE, text));
  }

  @Override
  public List<AgentOutput> onExit(ProgramExit exit) {
    var outputs = new ArrayList<>(endParagraph());
    if (exit.equals(new ProgramExit.Code(0))) {
      outputs.add(new AgentOutput.TurnEnded(new TurnResult.Succeeded(lastWords)));
    } else {
      outputs.addAll(others.onExit(exit));
    }
    return outputs;
  }

  @Override
  public List<AgentOutput.Send> answer(String requestId, ApprovalAnswer answer) {
    return List.of();
  }
}
