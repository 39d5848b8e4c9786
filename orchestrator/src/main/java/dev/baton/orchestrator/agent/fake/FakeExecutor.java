package dev.baton.orchestrator.agent.fake;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnCommand.Input;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.command.JsonLinesProtocol;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The scripted agent.
 *
 * @param sessions where it keeps its conversations
 */
public record FakeExecutor(AgentSetup setup, Path sessions) implements AgentExecutor {
  public static final String NAME = "FAKE_AGENT";

  @Override
  public List<AgentVariant> builtIn() {
    return AgentVariant.common();
  }

  @Override
  public ModelCatalogue knownModels() {
    return new ModelCatalogue(List.of("quick", "careful"), List.of("low", "high"));
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
    request.variant().model().ifPresent(model -> arguments.addAll(List.of("--model", model)));
    request.variant().effort().ifPresent(effort -> arguments.addAll(List.of("--effort", effort)));
    var prompt = Json.object().put("type", "prompt").put("text", request.prompt());
    return new TurnCommand(
        setup.argv(arguments, request.variant(), List.of()),
        setup.environment(
            request, Set.of(), request.mcp().map(McpAccess::variables).orElse(Map.of())),
        request.workspace(),
        new Input.Channel(prompt + "\n"),
        List.of());
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    return new ProtocolReader("The fake agent", request.prompt(), new JsonLinesProtocol(true));
  }
}
