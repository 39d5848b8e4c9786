package dev.baton.orchestrator.agent.claude;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import java.util.List;

/** Claude Code, spoken to in its own stream of JSON lines. */
public final class ClaudeExecutor implements AgentExecutor {
  public static final String NAME = "CLAUDE_CODE";

  /** The program that is looked for on the path. */
  public static final String PROGRAM = "claude";

  private static final List<TurnMode> MODES = List.of(TurnMode.values());

  private final AgentSetup setup;

  public ClaudeExecutor(AgentSetup setup) {
    this.setup = setup;
  }

  @Override
  public String name() {
    return setup.name();
  }

  @Override
  public List<AgentVariant> variants() {
    return setup.variants(MODES);
  }

  @Override
  public AgentVariant defaultVariant() {
    return setup.defaultVariant(MODES);
  }

  @Override
  public boolean supportsMcp() {
    return true;
  }

  @Override
  public Availability availability() {
    return setup.program().availability();
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
