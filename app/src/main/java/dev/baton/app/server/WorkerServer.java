package dev.baton.app.server;

import dev.baton.app.program.Build;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.web.Site;
import dev.baton.app.web.insight.HealthPage.HealthReport;
import dev.baton.database.Database;
import dev.baton.fakeagent.FakeAgentProgram;
import dev.baton.mcp.server.McpServer;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.OrchestratorSetup;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.tools.Operations;
import dev.baton.task.TaskLimits;
import dev.baton.task.jdbc.JdbcTaskStore;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node that runs agents and serves nobody: an orchestrator without doors. */
public final class WorkerServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerServer.class);

  private final Database database;
  private final Orchestrator orchestrator;
  private final HomeServer server;
  private final McpServer tools;

  private WorkerServer(
      Database database, Orchestrator orchestrator, HomeServer server, McpServer tools) {
    this.database = database;
    this.orchestrator = orchestrator;
    this.server = server;
    this.tools = tools;
  }

  public static WorkerServer start(ServeSettings settings, Map<String, String> environment)
      throws IOException {
    var directory = settings.directory();
    directory.tighten().forEach(LOG::warn);
    var configuration = settings.configuration();
    var server = settings.node().server().orElseThrow();
    requireToken(server);
    var agents =
        new KnownAgents(
            new ServerVariables(environment),
            FakeAgentProgram.commandLine(List.of()),
            directory.file("fake-agent"));
    var database = configuration.database().open();
    try {
      // why before: a program that is older than the database must not be known as a node
      var tasks = JdbcTaskStore.open(database, Clock.systemUTC(), TaskLimits.DEFAULT);
      var orchestrator =
          Orchestrator.open(
              database,
              OrchestratorSetup.of(
                      directory.path(),
                      new LiveSection<>(
                          "Executors",
                          settings.source(),
                          configuration,
                          it -> agents.catalogue(it.executors())))
                  .withRules(configuration.runRules())
                  .withChangeLimits(configuration.changeLimits())
                  .withRetention(configuration.retention())
                  .withNode(settings.nodeSetup())
                  .withServer(() -> Optional.of(server.tools())));
      var tools = McpServer.named("baton", Build.version()).build();
      orchestrator
          .remoteCalls()
          .answerWith(
              new RemoteDoor(
                  Operations.of(orchestrator),
                  new Site(orchestrator, tools, tasks, HealthReport::none, Clock.systemUTC())));
      return new WorkerServer(database, orchestrator, server, tools);
    } catch (RuntimeException e) {
      database.close();
      throw e;
    }
  }

  /** A worker whose token is refused would take work and never get its repositories. */
  private static void requireToken(HomeServer server) {
    if (server.refusesToken()) {
      throw new CommandFailure(
          "The server at %s does not know this worker's token; %s"
              .formatted(server.address(), HomeServer.NEW_TOKEN));
    }
  }

  /** What it is and whom it found, in one line. */
  public String introduction() {
    var nodes = orchestrator.nodes();
    var self = nodes.load(nodes.self());
    return "Worker '%s'%s runs %s for %s (%s); %s."
        .formatted(
            self.name(),
            self.labels().isEmpty() ? "" : " with " + String.join(", ", self.labels()),
            FoundNodes.room(self.room()),
            server.address(),
            health(),
            FoundNodes.words(nodes.list(), self.name()));
  }

  /** Why it has to end; empty as long as it may go on. */
  public Optional<String> findEnd() {
    return orchestrator.nodes().findEnd();
  }

  private String health() {
    try {
      var status = server.health();
      return switch (status) {
        case 200 -> "it answers";
        case 403 ->
            "it does not go by that name: use its address, or set server.public_url in its"
                + " config.yaml";
        default -> "it answers with status " + status;
      };
    } catch (IOException e) {
      return "it does not answer yet"
          + Optional.ofNullable(e.getMessage()).map(text -> ": " + text).orElse("");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "nobody waited for its answer";
    }
  }

  /** Leaves agents running: the next one finds them again. */
  @Override
  public void close() {
    tools.close();
    orchestrator.close();
    database.close();
  }
}
