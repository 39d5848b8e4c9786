package dev.baton.orchestrator.agent.command;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnCommand.Input;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A command of the user. It reads the prompt from standard input, or gets it in the place of the
 * argument {@code {prompt}}; it finds the server in {@code BATON_URL} and {@code BATON_TOKEN}, and
 * what was chosen for the turn in {@code BATON_MODEL} and {@code BATON_EFFORT}.
 */
public record CommandExecutor(AgentSetup setup, PrintedAs printedAs) implements AgentExecutor {
  /** The argument that stands for the prompt. */
  static final String PROMPT = "{prompt}";

  /** What a command prints on standard output. */
  public enum PrintedAs {
    /** Whatever it says, for people; its exit code tells how it went. */
    TEXT,
    /** Events, one on a line; the last one tells how it went. */
    JSON_LINES
  }

  @Override
  public List<AgentVariant> builtIn() {
    // why: a plain command has no conversation to go on with, no plans and no questions, and nobody
    // keeps it from running what it likes
    return List.of(AgentVariant.of(TurnMode.DEFAULT));
  }

  @Override
  public TurnCommand command(TurnRequest request) {
    var argv = new ArrayList<>(setup.argv(List.of(), request.variant(), List.of()));
    var inArguments = argv.contains(PROMPT);
    argv.replaceAll(argument -> argument.equals(PROMPT) ? request.prompt() : argument);
    return new TurnCommand(
        argv,
        setup.environment(request, Set.of(), own(request)),
        request.workspace(),
        new Input.Whole(inArguments ? "" : request.prompt()),
        List.of());
  }

  private static Map<String, String> own(TurnRequest request) {
    var own = new TreeMap<>(request.mcp().map(McpAccess::variables).orElse(Map.of()));
    request.variant().model().ifPresent(model -> own.put("BATON_MODEL", model));
    request.variant().effort().ifPresent(effort -> own.put("BATON_EFFORT", effort));
    return own;
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    return switch (printedAs) {
      case TEXT -> new PlainTextReader(name(), request.prompt());
      case JSON_LINES -> new ProtocolReader(name(), request.prompt(), new JsonLinesProtocol(false));
    };
  }
}
