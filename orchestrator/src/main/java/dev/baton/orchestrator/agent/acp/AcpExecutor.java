package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import java.util.ArrayList;
import java.util.List;

/** An agent that speaks the Agent Client Protocol. */
public record AcpExecutor(AgentSetup setup, AcpProfile profile) implements AgentExecutor {
  @Override
  public List<AgentVariant> builtIn() {
    return AgentVariant.common();
  }

  @Override
  public ModelCatalogue knownModels() {
    return new ModelCatalogue(profile.models(), List.of());
  }

  @Override
  public boolean takesImages() {
    return true;
  }

  @Override
  public TurnCommand command(TurnRequest request) {
    var launch = profile.launch(request);
    var argv = new ArrayList<>(launch.before());
    argv.addAll(setup.argv(launch.arguments(), request.variant(), List.of()));
    return new TurnCommand(
        argv,
        setup.environment(request, profile.passed(), launch.environment()),
        request.workspace(),
        new TurnCommand.Input.Channel(AcpMessages.initialize() + "\n"),
        launch.files());
  }

  /** What session updates mean, for whoever has kept them. */
  public static AgentProtocol updates() {
    return new AcpUpdates()::read;
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    return new ProtocolReader(
        profile.title(), request.prompt(), new AcpProtocol(request, profile.asksForModel()));
  }
}
