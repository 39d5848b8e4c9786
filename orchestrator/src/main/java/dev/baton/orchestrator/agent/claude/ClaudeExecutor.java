package dev.baton.orchestrator.agent.claude;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import java.util.List;

/**
 * Claude Code, spoken to in its own stream of JSON lines.
 *
 * @param isRoot true if programs are started as the superuser
 */
public record ClaudeExecutor(AgentSetup setup, boolean isRoot) implements AgentExecutor {
  public static final String NAME = "CLAUDE_CODE";

  /** The program that is looked for on the path. */
  public static final String PROGRAM = "claude";

  @Override
  public List<AgentVariant> builtIn() {
    return AgentVariant.commonAndFork();
  }

  @Override
  public ModelCatalogue knownModels() {
    return new ModelCatalogue(
        List.of("opus", "sonnet", "haiku", "fable"),
        List.of("low", "medium", "high", "xhigh", "max"));
  }

  @Override
  public boolean takesImages() {
    return true;
  }

  @Override
  public TurnCommand command(TurnRequest request) {
    return new ClaudeCommand(setup, request, isRoot).build();
  }

  /** What its stream means, for whoever has kept one. */
  public static AgentProtocol events() {
    return new ClaudeProtocol();
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    return new ProtocolReader("Claude Code", request.prompt(), new ClaudeProtocol());
  }
}
