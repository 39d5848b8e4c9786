package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import java.util.ArrayList;
import java.util.List;

/** An agent that speaks the Agent Client Protocol. */
public final class AcpExecutor implements AgentExecutor {
  private static final List<TurnMode> MODES = TurnMode.common();

  private final AgentSetup setup;
  private final AcpProfile profile;

  public AcpExecutor(AgentSetup setup, AcpProfile profile) {
    this.setup = setup;
    this.profile = profile;
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

  @Override
  public TurnReader reader(TurnRequest request) {
    return new ProtocolReader(profile.title(), request.prompt(), new AcpProtocol(request));
  }
}
