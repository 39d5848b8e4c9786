package dev.baton.app.server;

import dev.baton.app.access.LocalToken;
import dev.baton.app.access.Owners;
import dev.baton.app.access.SealingKey;
import dev.baton.app.access.StoredTokens;
import dev.baton.app.config.Configuration;
import dev.baton.app.observe.Metrics;
import dev.baton.app.observe.Watchers;
import dev.baton.app.pipe.LineDoor;
import dev.baton.app.pipe.LineServer;
import dev.baton.app.program.Build;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.web.Site;
import dev.baton.app.workflows.BuiltInWorkflows;
import dev.baton.fakeagent.FakeAgentProgram;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.OrchestratorSetup;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.forge.Forges;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.node.Node.RefusedNodeException;
import dev.baton.orchestrator.notice.NoticeSetup;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import dev.baton.orchestrator.upkeep.Nodes;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskStore;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** The server of a data directory: orchestrator, MCP over HTTP and over lines, metrics. */
public final class BoardServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BoardServer.class);
  private static final Duration START_PATIENCE = Duration.ofSeconds(30);

  private final Deque<AutoCloseable> parts;
  private final CompletableFuture<URI> address = new CompletableFuture<>();
  private final HttpTransport http;
  private final LineServer lines;
  private final Nodes nodes;

  private BoardServer(
      ServeSettings settings, Map<String, String> environment, Deque<AutoCloseable> parts)
      throws IOException {
    this.parts = parts;
    var directory = settings.directory();
    directory.tighten().forEach(LOG::warn);
    var database = closing(settings.configuration().database().open());
    var agents =
        new KnownAgents(
            new ServerVariables(environment),
            FakeAgentProgram.commandLine(List.of()),
            directory.file("fake-agent"));
    var configuration = settings.configuration();
    var executors =
        new LiveSection<>(
            "Executors", settings.source(), configuration, it -> agents.catalogue(it.executors()));
    var notices =
        new LiveSection<>(
            "Receivers of notices",
            settings.source(),
            configuration,
            it -> notices(it, environment));
    // why before: a program that is older than the database must not be known as a node
    var tasks = JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT);
    var orchestrator =
        closing(
            Orchestrator.open(
                database,
                OrchestratorSetup.of(directory.path(), executors)
                    .withRules(configuration.runRules())
                    .withChangeLimits(configuration.changeLimits())
                    .withRetention(configuration.retention())
                    .withNotices(notices)
                    .withNode(settings.nodeSetup())
                    .withForges(new Forges(configuration.forges(), environment))
                    .withServer(this::awaitAddress)
                    .withAddresses(() -> addresses(settings))));
    nodes = orchestrator.nodes();
    var metrics = new Metrics().withBoard(orchestrator);
    var operations =
        settings.coreToolsOnly() ? Operations.coreOf(orchestrator) : Operations.of(orchestrator);
    var server = closing(server(settings, tasks, operations, environment, metrics));
    var callers = new AgentAccess(orchestrator);
    var access = access(settings, callers);
    var limits = configuration.wireLimits();
    var site =
        new Site(orchestrator, server, tasks, health(settings, executors), Clock.systemUTC());
    var options =
        settings
            .http()
            .withRefusals(new BatonRefusals(site::refusal))
            .withBrowserSessions(directory.file("browser-sessions"))
            .withMaxMessageBytes(limits.messageBytes())
            .withRequestsPerOwner(limits.requests())
            .withHealth(() -> orchestrator.storageCheck().findProblem().or(access::findProblem))
            .withRoute(BoardRoutes.forPeople(metrics.page()))
            .withStreamRoute(
                new GitDoor(
                        orchestrator.packs(),
                        token -> access.findWorker(token).isPresent(),
                        orchestrator.projects()::findRepository,
                        new GitPassage(
                            nodes.self(), nodes::list, orchestrator.projects()::findHome))
                    .route());
    options = configuration.publicUrl().map(options::withPublicAddress).orElse(options);
    for (var route : BoardRoutes.all(operations)) {
      options = options.withRoute(route);
    }
    for (var route : site.routes()) {
      options = options.withRoute(route);
    }
    orchestrator.remoteCalls().answerWith(new RemoteDoor(operations, site));
    http = closing(HttpTransport.start(server, access, options));
    lines =
        closing(
            LineServer.start(
                server,
                access,
                callers::findSpeaker,
                welcome(operations),
                limits.messageBytes(),
                new BatonRefusals()));
    address.complete(URI.create(http.url()));
  }

  /** Where other servers can reach this one; none before it listens. */
  private List<String> addresses(ServeSettings settings) {
    if (!address.isDone()) {
      return List.of();
    }
    return Stream.concat(
            OwnAddresses.list(settings.http().host(), address.join()).stream(),
            settings.configuration().publicUrl().map(OwnAddresses::withoutPath).stream())
        .toList();
  }

  private ServerHealth health(ServeSettings settings, Supplier<AgentCatalogue> executors) {
    return new ServerHealth(settings, executors, () -> address.getNow(URI.create("")).toString());
  }

  /**
   * Where agents find the server. After a restart attempts go on before it listens, and an agent
   * that is started then waits for it; empty if it never does.
   */
  private Optional<URI> awaitAddress() {
    try {
      return Optional.of(address.get(START_PATIENCE.toSeconds(), TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    }
  }

  public static BoardServer start(ServeSettings settings, Map<String, String> environment)
      throws IOException {
    try {
      return open(settings, environment);
    } catch (RefusedNodeException e) {
      throw new CommandFailure(FailureCode.ALREADY_DONE, e.getMessage() + ".", e);
    } catch (GitException | UncheckedIOException e) {
      // why: without a git that does, nothing else is worth starting
      throw new CommandFailure(
          "%s; 'baton doctor' checks what Baton needs.".formatted(e.getMessage()), e);
    }
  }

  /** What was begun is ended if the rest cannot begin. */
  private static BoardServer open(ServeSettings settings, Map<String, String> environment)
      throws IOException {
    var parts = new ArrayDeque<AutoCloseable>();
    try {
      return new BoardServer(settings, environment, parts);
    } catch (IOException | RuntimeException e) {
      close(parts);
      throw e;
    }
  }

  /** Commands get the environment that agents get. */
  private static NoticeSetup notices(Configuration configuration, Map<String, String> environment) {
    var variables = new ServerVariables(environment).common();
    return NoticeSetup.of(
        configuration.receivers().stream().map(receiver -> receiver.in(variables)).toList());
  }

  private static McpServer server(
      ServeSettings settings,
      TaskStore tasks,
      List<Operation> operations,
      Map<String, String> environment,
      Metrics metrics)
      throws IOException {
    var builder =
        McpServer.named("baton", Build.version())
            .observedBy(Watchers.of(environment).and(metrics))
            .withTaskStore(tasks)
            .withSealingKey(SealingKey.in(settings.directory()))
            .withStreamsPerOwner(settings.configuration().wireLimits().streams())
            .part(
                workflows(settings)
                    .withTrace(settings.configuration().traceForm())
                    .withFolders(settings.workflowFolders()))
            .part(new StorageFailures());
    operations.stream()
        .filter(Operation::isTool)
        .forEach(operation -> builder.tool(operation.tool()));
    var tools =
        operations.stream()
            .filter(Operation::isTool)
            .map(Operation::name)
            .collect(Collectors.toUnmodifiableSet());
    var forPeople = ServerInstructions.forPeople(tools);
    var forAgents = ServerInstructions.forAgents(tools);
    return builder
        .withInstructions(caller -> AttemptOwner.is(caller) ? forAgents : forPeople)
        .build();
  }

  private static Workflows workflows(ServeSettings settings) throws IOException {
    return settings.coreToolsOnly() ? Workflows.of() : BuiltInWorkflows.all();
  }

  private static StoredTokens access(ServeSettings settings, AgentAccess agents) {
    return new StoredTokens(
        new LocalToken(settings.directory()),
        new Owners(settings.directory(), Clock.systemUTC()),
        agents);
  }

  /** The calls that may be repeated without harm, if it is unknown whether they were made. */
  private static JsonNode welcome(List<Operation> operations) {
    var welcome = Json.object();
    welcome.set(
        LineDoor.READ_ONLY,
        Json.strings(
            operations.stream()
                .map(Operation::tool)
                .filter(tool -> tool.annotations().isReadOnly())
                .map(Tool::name)
                .toList()));
    return welcome;
  }

  private <T extends AutoCloseable> T closing(T part) {
    parts.push(part);
    return part;
  }

  /** One line about the other nodes that share its database; empty if it shares none. */
  public Optional<String> introduction() {
    var all = nodes.list();
    var self = nodes.load(nodes.self());
    var isAlone = all.size() == 1;
    return self.room() > 0 && isAlone
        ? Optional.empty()
        : Optional.of(
            "Server '%s' runs %s; %s."
                .formatted(
                    self.name(), FoundNodes.room(self.room()), FoundNodes.words(all, self.name())));
  }

  /** Why it has to end; empty as long as it may go on. */
  public Optional<String> findEnd() {
    return nodes.findEnd();
  }

  public int port() {
    return http.port();
  }

  public int linePort() {
    return lines.port();
  }

  public String url() {
    return http.url();
  }

  /** Ends in the order opposite to the start; agents go on. */
  @Override
  public void close() {
    close(parts);
  }

  private static void close(Deque<AutoCloseable> parts) {
    while (!parts.isEmpty()) {
      try {
        parts.pop().close();
      } catch (Exception e) {
        LOG.warn("A part did not close", e);
      }
    }
  }
}
