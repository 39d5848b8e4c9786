package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Database;
import dev.baton.fakeagent.FakeAgentProgram;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.Projects.NewProject;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import dev.baton.orchestrator.planning.Projects.RepoWithPolicy;
import dev.baton.orchestrator.planning.RepoSettings;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import dev.baton.orchestrator.progress.Attempts.AttemptStatus;
import dev.baton.orchestrator.progress.Attempts.StatusQuery;
import dev.baton.orchestrator.progress.Transcripts.LogQuery;
import dev.baton.orchestrator.progress.Transcripts.MessageQuery;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt.Target;
import dev.baton.orchestrator.start.AttemptStarts.StartedAttempt;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** An orchestrator with a project, real git, real processes and the scripted agent. */
final class TestBaton implements AutoCloseable {
  static final String FAKE = "FAKE_AGENT";
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path directory;
  private final Database database;
  private final UnaryOperator<OrchestratorSetup> settings;
  private final AgentCatalogue catalogue;
  private Orchestrator orchestrator;
  private UUID projectId = new UUID(0, 0);

  private TestBaton(
      Path directory,
      String address,
      UnaryOperator<OrchestratorSetup> settings,
      UnaryOperator<AgentCatalogue> agents) {
    this.directory = directory;
    this.settings = settings;
    catalogue =
        agents.apply(
            new KnownAgents(
                    new ServerVariables(System.getenv()),
                    FakeAgentProgram.commandLine(List.of()),
                    directory.resolve("conversations"))
                .catalogue(List.of()));
    database = Database.open(address);
    orchestrator = open();
  }

  static TestBaton in(Path directory) {
    return in(directory, setup -> setup);
  }

  static TestBaton in(Path directory, UnaryOperator<OrchestratorSetup> settings) {
    return in(directory, settings, agents -> agents);
  }

  /** The server of a directory that another one has used. */
  static TestBaton again(Path directory) {
    return again(directory, file(directory));
  }

  static TestBaton again(Path directory, String address) {
    return again(directory, address, setup -> setup);
  }

  static TestBaton again(
      Path directory, String address, UnaryOperator<OrchestratorSetup> settings) {
    return new TestBaton(directory, address, settings, agents -> agents);
  }

  static TestBaton in(
      Path directory,
      UnaryOperator<OrchestratorSetup> settings,
      UnaryOperator<AgentCatalogue> agents) {
    return withProject(new TestBaton(directory, file(directory), settings, agents));
  }

  /** With its data in another database than a file of the directory. */
  static TestBaton in(Path directory, String address) {
    return in(directory, address, setup -> setup);
  }

  static TestBaton in(Path directory, String address, UnaryOperator<OrchestratorSetup> settings) {
    return in(directory, address, settings, agents -> agents);
  }

  static TestBaton in(
      Path directory,
      String address,
      UnaryOperator<OrchestratorSetup> settings,
      UnaryOperator<AgentCatalogue> agents) {
    return withProject(new TestBaton(directory, address, settings, agents));
  }

  /** The database of a directory, unless another one is named. */
  static String file(Path directory) {
    return directory.resolve("baton.db").toString();
  }

  private static TestBaton withProject(TestBaton baton) {
    baton.makeRepository("repo");
    baton.projectId =
        baton
            .orchestrator
            .projects()
            .create(
                new NewProject("Test", List.of(new NewRepo(baton.repository(), Optional.empty()))))
            .project()
            .id();
    return baton;
  }

  static UnaryOperator<OrchestratorSetup> atMost(int running) {
    return setup -> setup.withLimits(new AttemptLimits(running, running));
  }

  private Orchestrator open() {
    var setup =
        OrchestratorSetup.of(directory.resolve("data"), () -> catalogue)
            .withStopPatience(
                new StopPatience(
                    Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(10)));
    return Orchestrator.open(database, settings.apply(setup));
  }

  /** Ends the server and starts another on the same data; agents go on. */
  void restart() {
    orchestrator.close();
    orchestrator = open();
  }

  /** Runs something while no server runs, then starts one. */
  void restartAfter(Runnable meanwhile) {
    orchestrator.close();
    meanwhile.run();
    orchestrator = open();
  }

  Orchestrator orchestrator() {
    return orchestrator;
  }

  UUID projectId() {
    return projectId;
  }

  /** Changes the settings of the project's first repository. */
  RepoWithPolicy change(RepoSettings settings) {
    var repo = orchestrator.projects().listRepos(projectId).getFirst().id();
    return orchestrator.projects().changeRepo(repo, settings);
  }

  void devServer(String script) {
    change(
        new RepoSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.of(script),
            Optional.empty(),
            Optional.empty()));
  }

  void commitPolicy(String policy) {
    change(
        new RepoSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(policy)));
  }

  Path repository() {
    return directory.resolve("repo");
  }

  Path makeRepository(String name) {
    return TestRepository.make(directory.resolve(name), "README.md", "hello\n");
  }

  static Caller caller() {
    return Caller.of(TaskOwner.LOCAL);
  }

  static Caller caller(String requestId) {
    return new Caller(TaskOwner.LOCAL, Optional.of(requestId));
  }

  UUID task(String title) {
    return orchestrator
        .board()
        .createTask(caller(), new NewBoardTask(projectId, title, Optional.empty()))
        .task()
        .id();
  }

  static NewAttempt attempt(UUID taskId, String... script) {
    return new NewAttempt(
        taskId, FAKE, Optional.empty(), List.of(), Optional.of(String.join("\n", script)));
  }

  static NewAttempt attemptOn(String node, UUID taskId, String... script) {
    return new NewAttempt(
        taskId,
        FAKE,
        Optional.empty(),
        List.of(),
        Optional.of(String.join("\n", script)),
        false,
        ModelChoice.NONE,
        Optional.of(node),
        false);
  }

  StartedAttempt start(String... script) {
    return orchestrator.attemptStarts().start(caller(), attempt(task("Do something"), script));
  }

  /** An attempt that has ended, in the project's repository and in another one, {@code other}. */
  StartedAttempt endedInTwoRepositories(String... script) {
    var other = new NewRepo(makeRepository("other"), Optional.empty());
    var added = orchestrator.projects().addRepo(projectId, other);
    var first = orchestrator.projects().listRepos(projectId).getFirst();
    var started =
        orchestrator
            .attemptStarts()
            .start(
                caller(),
                new NewAttempt(
                    task("Both"),
                    FAKE,
                    Optional.empty(),
                    List.of(new Target(first.id(), "main"), new Target(added.id(), "main")),
                    Optional.of(String.join("\n", script))));
    awaitEnd(started.attemptId());
    return started;
  }

  static FollowUp to(UUID attemptId, String... script) {
    return new FollowUp(
        FollowUpTarget.attempt(attemptId), String.join("\n", script), Optional.empty());
  }

  AttemptStatus status(UUID attemptId) {
    return orchestrator.attempts().status(StatusQuery.now(attemptId));
  }

  /** Waits as a client does. */
  AttemptStatus awaitEnd(UUID attemptId) {
    var deadline = System.nanoTime() + PATIENCE.toNanos();
    var status = status(attemptId);
    while (status.attempt().state().name() == AttemptState.Name.RUNNING
        || status.attempt().state().name() == AttemptState.Name.IDLE) {
      assertThat(System.nanoTime()).as("still %s", status).isLessThan(deadline);
      status =
          orchestrator
              .attempts()
              .status(
                  new StatusQuery(
                      attemptId,
                      Duration.ofSeconds(5),
                      Optional.of(status.attempt().state().name())));
    }
    return status;
  }

  List<LogEntry> log(UUID attemptId, LogChannel channel) {
    return orchestrator
        .transcripts()
        .logs(
            new LogQuery(
                attemptId, channel, Tail.above(PageLimit.items(1_000_000), -1), Duration.ZERO),
            PageView.<LogEntry>plain())
        .items();
  }

  /** The first entry of a type in the log, such as {@code assistant_message}. */
  long firstEntry(UUID attemptId, String type) {
    return log(attemptId, LogChannel.NORMALIZED).stream()
        .filter(entry -> entry.type().equals(type))
        .map(LogEntry::index)
        .findFirst()
        .orElseThrow();
  }

  List<String> messages(UUID attemptId, SessionMessage.Role role) {
    return orchestrator
        .transcripts()
        .messages(
            new MessageQuery(FollowUpTarget.attempt(attemptId), Tail.newest(PageLimit.items(1000))),
            PageView.<SessionMessage>plain())
        .page()
        .items()
        .stream()
        .filter(message -> message.role() == role)
        .map(SessionMessage::content)
        .toList();
  }

  /** What is told to the caller of a tool when this fails. */
  static Throwable told(ThrowingCallable call) {
    var failure = Assertions.catchThrowable(call);
    return failure instanceof RuntimeException reason ? CallFailures.of(reason) : failure;
  }

  @Override
  public void close() {
    orchestrator.close();
    database.close();
  }
}
