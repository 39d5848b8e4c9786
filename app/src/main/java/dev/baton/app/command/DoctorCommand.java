package dev.baton.app.command;

import dev.baton.app.background.ServerFile;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.Version;
import dev.baton.app.config.ConfigSource;
import dev.baton.app.config.DatabaseChoice;
import dev.baton.app.config.InvalidConfigException;
import dev.baton.app.config.Origin;
import dev.baton.app.config.RememberedDatabase;
import dev.baton.app.doctor.Doctor;
import dev.baton.app.doctor.Finding;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.VisibleControls;
import dev.baton.database.DatabaseAddress;
import dev.baton.fakeagent.FakeAgentProgram;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.catalogue.ConfiguredExecutor;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton doctor}: what is there, what is missing, and what to do about it. */
@Command(
    name = "doctor",
    description =
        "Check what Baton needs: git, a JDK, coding agents, its data. Exits with 1 if it cannot"
            + " work.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  baton doctor",
      "  baton doctor --json | jq '.[] | select(.ok | not)'"
    })
final class DoctorCommand implements Callable<Integer> {
  private static final Retention FOR_EVER =
      new Retention(Optional.empty(), Optional.empty(), Optional.empty());
  private static final String NEXT_LINE = "\n" + " ".repeat(28);

  @Option(names = "--json", description = "Answer as JSON: a list of {check, ok, found, remedy}.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  DoctorCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() {
    DatabaseChoice.lookForPasswords(environment);
    var findings = findings(data.directory());
    if (json) {
      var all = Json.array();
      findings.forEach(finding -> all.add(finding.toJson()));
      say(all.toString());
    } else {
      findings.forEach(this::tell);
    }
    return findings.stream().anyMatch(Finding::isSerious) ? ExitCode.SOFTWARE : ExitCode.OK;
  }

  private List<Finding> findings(DataDirectory directory) {
    try {
      var configuration = new ConfigSource(directory, environment, List.of()).load();
      return doctor(
              directory,
              configuration.database(),
              configuration.retention(),
              Optional.empty(),
              configuration.executors())
          .check();
    } catch (InvalidConfigException | CommandFailure e) {
      return withMistakes(directory, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return withMistakes(directory, DataDirectory.reason(e));
    }
  }

  private List<Finding> withMistakes(DataDirectory directory, String mistakes) {
    var usual =
        new DatabaseChoice(
            DatabaseAddress.of(directory.file(RememberedDatabase.USUAL)), new Origin.Standard());
    return doctor(directory, usual, FOR_EVER, Optional.of(mistakes), List.of()).check();
  }

  private Doctor doctor(
      DataDirectory directory,
      DatabaseChoice database,
      Retention retention,
      Optional<String> mistakes,
      List<ConfiguredExecutor> executors) {
    var patient =
        new Doctor.Patient(
            directory.path(),
            database,
            retention,
            mistakes,
            serverOf(directory),
            ServeCommand.DEFAULT_PORT);
    var agents =
        new KnownAgents(
            new ServerVariables(environment),
            FakeAgentProgram.commandLine(List.of()),
            directory.file("fake-agent"));
    return new Doctor(patient, agents.catalogue(executors));
  }

  private static Optional<String> serverOf(DataDirectory directory) {
    try {
      return ServerFile.findRunning(directory).map(ServerFile::url);
    } catch (IOException e) {
      // why: nobody serves a directory that cannot be read, and its own check says so
      return Optional.empty();
    }
  }

  private void tell(Finding finding) {
    var found = finding.found().lines().collect(Collectors.joining(NEXT_LINE));
    say("%s %-22s %s".formatted(mark(finding), finding.check(), found));
    finding.remedy().ifPresent(remedy -> say("     " + remedy));
  }

  private static String mark(Finding finding) {
    var style =
        finding.ok() ? Style.fg_green : finding.isSerious() ? Style.fg_red : Style.fg_yellow;
    var word = finding.ok() ? "ok  " : finding.isSerious() ? "FAIL" : "--  ";
    return Ansi.AUTO.enabled()
        ? VisibleControls.own(style.on()) + word + VisibleControls.own(style.off())
        : word;
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
