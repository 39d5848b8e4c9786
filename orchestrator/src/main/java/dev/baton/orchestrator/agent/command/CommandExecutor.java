package dev.baton.orchestrator.agent.command;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A command of the user. It reads the prompt from standard input, or gets it in the place of the
 * argument {@code {prompt}}; it finds the server in {@code BATON_URL} and {@code BATON_TOKEN}.
 */
public final class CommandExecutor implements AgentExecutor {
  /** The argument that stands for the prompt. */
  public static final String PROMPT = "{prompt}";

  // why: a plain command has no conversation to go on with, no plans and no questions
  private static final List<TurnMode> MODES = List.of(TurnMode.DEFAULT);

  /** What a command prints on standard output. */
  public enum PrintedAs {
    /** Whatever it says, for people; its exit code tells how it went. */
    TEXT,
    /** Events, one on a line; the last one tells how it went. */
    JSON_LINES
  }

  private final AgentSetup setup;
  private final PrintedAs printedAs;

  public CommandExecutor(AgentSetup setup, PrintedAs printedAs) {
    this.setup = setup;
    this.printedAs = printedAs;
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
    var argv = new ArrayList<>(setup.argv(List.of(), request.variant(), List.of()));
    var inArguments = argv.contains(PROMPT);
    argv.replaceAll(argument -> argument.equals(PROMPT) ? request.prompt() : argument);
    return new TurnCommand(
        argv,
        setup.environment(
            request, Set.of(), request.mcp().map(CommandExecutor::server).orElse(Map.of())),
        request.workspace(),
        new Input.Whole(inArguments ? "" : request.prompt()),
        List.of());
  }

  private static Map<String, String> server(McpAccess access) {
    return new TreeMap<>(
        Map.of("BATON_URL", access.url().toString(), "BATON_TOKEN", access.token()));
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    return switch (printedAs) {
      case TEXT -> new PlainTextReader(name(), request.prompt());
      case JSON_LINES -> new ProtocolReader(name(), request.prompt(), new JsonLinesProtocol(false));
    };
  }
}
