package dev.baton.orchestrator.agent;

import java.util.List;

/**
 * Reads the output of one turn, line by line. What it says depends only on the lines that it was
 * given, so a new reader that gets the same lines says the same; lines of standard output and
 * standard error may come in any order among each other. It never throws on what an agent printed.
 * Not thread safe.
 */
public interface TurnReader {
  /** What is known before the first line: the prompt. Called once, first. */
  List<AgentOutput> onStart();

  /** The next line. */
  List<AgentOutput> accept(OutputLine line);

  /**
   * The program has ended and all its lines were read. A turn that had no closing event has failed.
   */
  List<AgentOutput> onExit(ProgramExit exit);

  /**
   * Lines that give the agent the answer to a request; none if the agent waits for no such request.
   * It may be called again with the same answer. A new reader has to hear an answer again, right
   * after the line that asked.
   */
  List<AgentOutput.Send> answer(String requestId, ApprovalAnswer answer);
}
