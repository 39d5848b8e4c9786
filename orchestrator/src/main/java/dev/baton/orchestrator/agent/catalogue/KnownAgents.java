package dev.baton.orchestrator.agent.catalogue;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentProgram;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.ExecutorSettings;
import dev.baton.orchestrator.agent.ProgramVersions;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.acp.AcpExecutor;
import dev.baton.orchestrator.agent.acp.AcpProfile;
import dev.baton.orchestrator.agent.acp.AcpProfiles;
import dev.baton.orchestrator.agent.catalogue.ConfiguredExecutor.Kind;
import dev.baton.orchestrator.agent.claude.ClaudeExecutor;
import dev.baton.orchestrator.agent.codex.CodexExecutor;
import dev.baton.orchestrator.agent.command.CommandExecutor;
import dev.baton.orchestrator.agent.command.CommandExecutor.PrintedAs;
import dev.baton.orchestrator.agent.fake.FakeExecutor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes catalogues: the agents that Baton knows, changed and added to by the user's settings.
 * Immutable and thread safe; versions of programs are remembered from catalogue to catalogue.
 */
public final class KnownAgents {
  /** The superuser by name, and by number where the system has no names. */
  private static final Set<String> ROOT = Set.of("root", "0");

  private static final Duration VERSION_LIMIT = Duration.ofSeconds(10);

  private final ServerVariables variables;
  private final ProgramVersions versions;
  private final List<String> fakeAgent;
  private final Path fakeSessions;

  /**
   * Agents for a server with these variables.
   *
   * @param fakeAgent the command line of the scripted agent, without options
   * @param fakeSessions where the scripted agent keeps its conversations
   */
  public KnownAgents(ServerVariables variables, List<String> fakeAgent, Path fakeSessions) {
    this.variables = variables;
    this.versions = new ProgramVersions(variables, VERSION_LIMIT);
    this.fakeAgent = List.copyOf(fakeAgent);
    this.fakeSessions = fakeSessions;
  }

  /** The executors that are there without any settings. */
  public static List<String> builtInNames() {
    return Stream.of(
            Stream.of(ClaudeExecutor.NAME, CodexExecutor.NAME),
            AcpProfiles.all().stream().map(AcpProfile::name),
            Stream.of(FakeExecutor.NAME))
        .flatMap(names -> names)
        .toList();
  }

  /**
   * The catalogue for these settings.
   *
   * @throws IllegalArgumentException if settings name an executor that is not there, or give one of
   *     the user's own no command
   */
  public AgentCatalogue catalogue(List<ConfiguredExecutor> configured) {
    var settings = new LinkedHashMap<String, ExecutorSettings>();
    configured.stream()
        .filter(executor -> executor.kind() == Kind.BUILT_IN)
        .forEach(executor -> settings.put(executor.name(), executor.settings()));
    var executors = new ArrayList<>(builtIn(settings));
    refuseUnknown(settings, executors);
    configured.stream().flatMap(own -> ofUser(own).stream()).forEach(executors::add);
    return new AgentCatalogue(executors);
  }

  private List<AgentExecutor> builtIn(Map<String, ExecutorSettings> settings) {
    var all = new ArrayList<AgentExecutor>();
    all.add(
        new ClaudeExecutor(setup(ClaudeExecutor.NAME, ClaudeExecutor.PROGRAM, settings), isRoot()));
    all.add(new CodexExecutor(setup(CodexExecutor.NAME, CodexExecutor.PROGRAM, settings)));
    for (var profile : AcpProfiles.all()) {
      all.add(new AcpExecutor(setup(profile.name(), profile.program(), settings), profile));
    }
    all.add(new FakeExecutor(fakeSetup(settings), fakeSessions));
    return all;
  }

  private static boolean isRoot() {
    return ProcessHandle.current().info().user().filter(ROOT::contains).isPresent();
  }

  private static void refuseUnknown(
      Map<String, ExecutorSettings> settings, List<AgentExecutor> builtIn) {
    var names = builtIn.stream().map(AgentExecutor::name).toList();
    for (var name : settings.keySet()) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "Executor %s is not built in: give it a kind, acp or command, or use one of %s"
                .formatted(name, names));
      }
    }
  }

  private AgentSetup setup(String name, String program, Map<String, ExecutorSettings> settings) {
    var chosen = settings.getOrDefault(name, ExecutorSettings.NONE);
    var command = chosen.command().isEmpty() ? List.of(program) : chosen.command();
    return new AgentSetup(
        name, AgentProgram.wellKnown(name, command, variables, versions), chosen, variables);
  }

  private AgentSetup fakeSetup(Map<String, ExecutorSettings> settings) {
    var chosen = settings.getOrDefault(FakeExecutor.NAME, ExecutorSettings.NONE);
    var program = AgentProgram.of(FakeExecutor.NAME, fakeAgent, variables);
    return new AgentSetup(FakeExecutor.NAME, program, chosen, variables);
  }

  private Optional<AgentExecutor> ofUser(ConfiguredExecutor own) {
    return switch (own.kind()) {
      case BUILT_IN -> Optional.empty();
      case ACP -> Optional.of(new AcpExecutor(userSetup(own), AcpProfile.of(own.name())));
      case COMMAND -> Optional.of(new CommandExecutor(userSetup(own), PrintedAs.TEXT));
      case JSON_COMMAND -> Optional.of(new CommandExecutor(userSetup(own), PrintedAs.JSON_LINES));
    };
  }

  private AgentSetup userSetup(ConfiguredExecutor own) {
    var program = AgentProgram.of(own.name(), own.settings().command(), variables);
    return new AgentSetup(own.name(), program, own.settings(), variables);
  }
}
