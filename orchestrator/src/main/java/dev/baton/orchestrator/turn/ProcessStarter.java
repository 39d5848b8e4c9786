package dev.baton.orchestrator.turn;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.McpAccess;
import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.ingest.OutputReadings;
import dev.baton.orchestrator.ingest.ProgramDirectories;
import dev.baton.orchestrator.process.DetachedCommand;
import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.process.Launcher;
import dev.baton.orchestrator.process.ProgramInspector;
import dev.baton.orchestrator.process.ProgramState;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.workspace.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

/** Starts the programs that are recorded, each at most once. Thread safe. */
public final class ProcessStarter {
  private final Store store;
  private final AgentExecutors executors;
  private final Launcher launcher;
  private final ProgramInspector inspector;
  private final ProgramDirectories directories;
  private final Supplier<Optional<URI>> server;
  private final AttemptRules rules;
  private final Scripts scripts;
  private final ShownImages images;

  /**
   * A starter.
   *
   * @param server where agents reach this server, if it can be reached
   */
  public ProcessStarter(
      Store store,
      AgentExecutors executors,
      Launcher launcher,
      ProgramInspector inspector,
      ProgramDirectories directories,
      Supplier<Optional<URI>> server,
      AttemptRules rules) {
    this.store = store;
    this.executors = executors;
    this.launcher = launcher;
    this.inspector = inspector;
    this.directories = directories;
    this.server = server;
    this.rules = rules;
    scripts = new Scripts(store);
    images = new ShownImages(store, directories);
  }

  ProgramState state(ExecutionProcess process) {
    return inspector.inspect(process.id(), directories.of(process));
  }

  /** Starts the program, unless it runs or has run already. */
  ProgramState start(Attempt attempt, ProcessDetail process, Workspace workspace, Claim claim)
      throws IOException, InterruptedException {
    return switch (state(process.process())) {
      case ProgramState.NotStarted _ ->
          launcher.start(
              command(attempt, process, workspace, claim), directories.of(process.process()));
      case ProgramState.Starting starting -> starting;
      case ProgramState.Running running -> running;
      case ProgramState.Ended ended -> ended;
    };
  }

  /** A fresh reader for the output of a process. */
  public TurnReader reader(ProcessDetail process) {
    if (!OutputReadings.isAgent(process)) {
      return new ScriptReader(scripts.name(process));
    }
    var attempt =
        store.read(tables -> tables.attempts().find(process.process().attemptId())).orElseThrow();
    var workspace = store.read(tables -> AttemptWorkspaces.describe(tables, attempt));
    return executors
        .load(attempt.executor())
        .reader(request(attempt, process, workspace, keptAccess(process).find()));
  }

  private DetachedCommand command(
      Attempt attempt, ProcessDetail process, Workspace workspace, Claim claim) throws IOException {
    return OutputReadings.isAgent(process)
        ? agentCommand(attempt, process, workspace, claim)
        : scripts.command(attempt, process, workspace);
  }

  private DetachedCommand agentCommand(
      Attempt attempt, ProcessDetail process, Workspace workspace, Claim claim) throws IOException {
    var executor = executors.load(attempt.executor());
    var privateDirectory = directories.of(process.process()).path().resolve("private");
    Files.createDirectories(
        privateDirectory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    var access = access(process, claim, executor);
    if (access.isPresent()) {
      write(keptAccess(process).holding(access.get()));
    }
    images.write(process);
    var command = executor.command(request(attempt, process, workspace, access));
    for (var file : command.files()) {
      write(file);
    }
    return new DetachedCommand(
        process.id(),
        command.argv(),
        command.directory(),
        command.environment(),
        switch (command.input()) {
          case TurnCommand.Input.Whole whole -> new ProgramInput.Text(whole.text());
          case TurnCommand.Input.Channel channel -> new ProgramInput.Pipe(channel.text());
        });
  }

  private TurnRequest request(
      Attempt attempt, ProcessDetail process, Workspace workspace, Optional<McpAccess> access) {
    var shown = images.of(process);
    var request =
        new TurnRequest(
            attempt.id(),
            process.promptText().orElse(""),
            workspace.agentDirectory(),
            directories.of(process.process()).path().resolve("private"),
            executors
                .variant(attempt.executor(), process.variant().orElse(""))
                .with(choice(process)),
            process.resumedSession(),
            access,
            trust(attempt),
            shown);
    return executors.load(attempt.executor()).takesImages() ? request : request.naming(shown);
  }

  private ModelChoice choice(ProcessDetail process) {
    return process
        .process()
        .turnId()
        .flatMap(id -> store.read(tables -> tables.turns().find(id)))
        .map(Turn::choice)
        .orElse(ModelChoice.NONE);
  }

  private RepositoryTrust trust(Attempt attempt) {
    return store
        .read(tables -> tables.projects().find(attempt.projectId()))
        .map(rules.trust()::of)
        .orElse(RepositoryTrust.NONE);
  }

  /** A new token for each program, which ends with it: only its hash is kept. */
  private Optional<McpAccess> access(ProcessDetail process, Claim claim, AgentExecutor executor) {
    var url = executor.supportsMcp() ? server.get() : Optional.<URI>empty();
    return url.map(
        address -> {
          var token = AttemptToken.random();
          store.write(
              tables -> {
                claim.check(tables);
                tables.processes().setTokenHash(process.id(), token.hash());
                return token;
              });
          return new McpAccess(address, token.value());
        });
  }

  private AgentAccessFile keptAccess(ProcessDetail process) {
    return new AgentAccessFile(directories.of(process.process()).path().resolve("private"));
  }

  private static void write(TurnCommand.TurnFile file) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.path().getParent()));
    if (!Files.exists(file.path())) {
      Files.createFile(
          file.path(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    Files.writeString(file.path(), file.content());
  }

  /**
   * How the agent of one program reaches this server, kept beside it: some agents are told after
   * they have started, perhaps by another server than the one that started them.
   */
  private record AgentAccessFile(Path privateDirectory) {
    private Path file() {
      return privateDirectory.resolve("access.json");
    }

    TurnCommand.TurnFile holding(McpAccess access) {
      var json = Json.object().put("url", access.url().toString()).put("token", access.token());
      return new TurnCommand.TurnFile(file(), json.toString());
    }

    Optional<McpAccess> find() {
      try {
        if (!Files.exists(file())) {
          return Optional.empty();
        }
        var json = Json.parseObject(Files.readString(file()));
        return Optional.of(
            new McpAccess(
                URI.create(json.path("url").asString("")), json.path("token").asString("")));
      } catch (IOException e) {
        throw new UncheckedIOException("%s cannot be read".formatted(file()), e);
      }
    }
  }
}
