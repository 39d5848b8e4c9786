package dev.baton.orchestrator.agent.codex;

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

/** Codex, spoken to through {@code exec} or through its app server. */
public record CodexExecutor(AgentSetup setup) implements AgentExecutor {
  public static final String NAME = "CODEX";

  /** The program that is looked for on the path. */
  public static final String PROGRAM = "codex";

  @Override
  public List<AgentVariant> builtIn() {
    return AgentVariant.commonAndFork();
  }

  @Override
  public ModelCatalogue knownModels() {
    return new ModelCatalogue(
        List.of(
            "gpt-6.1-sol",
            "gpt-6.1-terra",
            "gpt-6-sol",
            "gpt-6-luna",
            "gpt-5.6-sol",
            "gpt-5.6-terra",
            "gpt-5.6-luna",
            "gpt-5.5"),
        List.of("low", "medium", "high", "xhigh", "max"));
  }

  @Override
  public boolean takesImages() {
    return true;
  }

  @Override
  public TurnCommand command(TurnRequest request) {
    var command = new CodexCommand(setup, request);
    return needsAnswers(request) ? command.appServer() : command.exec();
  }

  /** What the stream of {@code exec} means, for whoever has kept one. */
  public static AgentProtocol events() {
    return new ExecProtocol();
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    AgentProtocol protocol =
        needsAnswers(request) ? new AppServerProtocol(request) : new ExecProtocol();
    return new ProtocolReader("Codex", request.prompt(), protocol);
  }

  private static boolean needsAnswers(TurnRequest request) {
    return switch (request.variant().mode()) {
      case DEFAULT, NO_CONTEXT, FORK -> false;
      case PLAN, APPROVALS -> true;
    };
  }
}
