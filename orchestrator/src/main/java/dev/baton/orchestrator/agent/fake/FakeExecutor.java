package dev.baton.orchestrator.agent.fake;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnCommand.Input;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.command.JsonLinesProtocol;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scripted agent. */
public final class FakeExecutor implements AgentExecutor {
  public static final String NAME = "FAKE_AGENT";

  private static final List<TurnMode> MODES = TurnMode.common();

  private final AgentSetup setup;
  private final Path sessions;

  /** Keeps its conversations in this directory. */
  public FakeExecutor(AgentSetup setup, Path sessions) {
    this.setup = setup;
    this.sessions = sessions;
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
    var arguments =
        new ArrayList<>(
            List.of(
                "--sessions",
                sessions.toString(),
                "--variant",
                request.variant().mode().name(),
                "--input",
                "json"));
    request.resumes().ifPresent(session -> arguments.addAll(List.of("--resume", session)));
    var prompt = Json.object().put("type", "prompt").put("text", request.prompt());
    return new TurnCommand(
        setup.argv(arguments, request.variant(), List.of()),
        setup.environment(
            request, Set.of(), request.mcp().map(FakeExecutor::server).orElse(Map.of())),
        request.workspace(),
        new Input.Channel(prompt + "\n"),
        List.of());
  }

  private static Map<String, String> server(McpAccess access) {
    return Map.of("BATON_URL", access.url().toString(), "BATON_TOKEN", access.token());
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    return new ProtocolReader("The fake agent", request.prompt(), new JsonLinesProtocol(true));
  }
}
