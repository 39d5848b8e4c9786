package dev.baton.orchestrator.agent.claude;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import java.util.List;

/** Claude Code, spoken to in its own stream of JSON lines. */
public record ClaudeExecutor(AgentSetup setup) implements AgentExecutor {
  public static final String NAME = "CLAUDE_CODE";

  /** The program that is looked for on the path. */
  public static final String PROGRAM = "claude";

  @Override
  public List<TurnMode> modes() {
    return List.of(TurnMode.values());
  }

  @Override
  public TurnCommand command(TurnRequest request) {
    return new ClaudeCommand(setup, request).build();
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    return new ProtocolReader("Claude Code", request.prompt(), new ClaudeProtocol());
  }
}
