package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.app.BoardFixture;
import dev.baton.app.access.LocalToken;
import dev.baton.app.client.McpClient;
import dev.baton.app.home.DataDirectory;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.PackService;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.mirror.Mirrors;
import dev.baton.orchestrator.mirror.WorkDelivery;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.workspace.Checkpoints;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.Workspaces;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A node without the repository has a mirror of it; its work comes home and is merged there. */
@Tag("slow")
class WorkDeliveryTest {
  private static final String WORKER = "worker-1";
  private static final String TOKEN = "baton_worker";
  private static final String HOME = "home";
  private static final List<String> WORK = List.of("a.txt", "committed.txt", "untracked.txt");

  @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;
  private String address = "";
  private String server = "";
  private String url = "";
  private String token = "";

  @BeforeEach
  void prepare() {
    address = databases.newAddress();
  }

  /** What happens beside a server that is the home of a repository. */
  private interface Scenario {
    void run(McpClient client, Path repository, UUID attempt, Node first) throws Exception;
  }

  private void beside(Scenario scenario) throws Exception {
    var repository = BoardFixture.makeRepository(directory.resolve("repo"));
    var data = new DataDirectory(Files.createDirectories(directory.resolve(HOME)));
    Files.writeString(data.file("config.yaml"), "database: {url: '%s'}\n".formatted(address));
    token = new LocalToken(data).loadOrMake().text();
    var door =
        new GitDoor(
            new PackService(Git.find(directory.resolve("locks"))),
            TOKEN::equals,
            _ -> Optional.of(repository.resolve(".git")),
            new GitPassage("test", List::of, _ -> Optional.empty()));
    try (var server =
            BoardServer.start(
                ServeSettings.ofOwn(data, false), Map.of("PATH", System.getenv("PATH")));
        var client = new McpClient(URI.create(server.url()), token);
        var mcp = McpServer.named("test", "1").build();
        var http =
            HttpTransport.start(
                mcp, new Access.Open(), HttpOptions.loopback(0).withStreamRoute(door.route()))) {
      url = server.url();
      this.server = "http://127.0.0.1:" + http.port();
      var attempt = start(client, repository);
      scenario.run(client, repository, attempt, worker(WORKER, attempt));
    }
  }

  @Test
  void work_of_a_worker_is_seen_pushed_and_merged_at_home_when_the_worker_is_gone()
      throws Exception {
    beside(
        (client, repository, attempt, worker) -> {
          work(attempt, worker);
          moveTo(attempt);

          var changes =
              client.call(
                  "get_attempt_changes", Json.object().put("attempt_id", attempt.toString()));
          assertThat(changes.path("summary").path("file_count").asInt())
              .as("%s", changes)
              .isEqualTo(3);
          var remote = addRemote(repository);
          var pushed =
              client.call("push_attempt", Json.object().put("attempt_id", attempt.toString()));
          var branch = pushed.at("/pull_requests/0/branch").asString();
          for (var file : WORK) {
            assertThat(TestRepository.git(remote, "show", branch + ":" + file)).contains("worker");
          }
          assertThat(TestRepository.git(repository, "rev-parse", AttemptRefs.homeBranch(attempt)))
              .as("what came home is what was pushed")
              .isEqualTo(TestRepository.git(remote, "rev-parse", branch));
          client.call("merge_attempt", Json.object().put("attempt_id", attempt.toString()));
          for (var file : WORK) {
            assertThat(TestRepository.git(repository, "show", "HEAD:" + file)).contains("worker");
          }
        });
  }

  @Test
  void nothing_that_came_home_is_replaced_by_what_comes_late() throws Exception {
    beside(
        (client, repository, attempt, first) -> {
          bring(first, "first");
          var second = worker("worker-2", attempt);
          second.delivery().unpack(second.workspace());

          bring(first, "late");
          bring(second, "second");
          assertThat(atHome(repository, attempt)).isEqualTo("second");
          var aside =
              TestRepository.git(
                  repository, "for-each-ref", "--format=%(refname)", "refs/baton/aside/" + attempt);
          assertThat(TestRepository.git(repository, "show", aside.strip() + ":work.txt"))
              .as("what came after the attempt was taken over")
              .isEqualTo("late");

          TestRepository.write(first.worktree().resolve("work.txt"), "later");
          var problem =
              first
                  .delivery()
                  .bring(
                      first.workspace(),
                      () -> {
                        bring(second, "second again");
                        return true;
                      });
          assertThat(problem.orElseThrow()).contains("stale info");
          assertThat(atHome(repository, attempt)).isEqualTo("second again");

          assertThat(first.delivery().bring(first.workspace(), () -> false).orElseThrow())
              .contains("goes on at another node");
          assertThat(atHome(repository, attempt)).isEqualTo("second again");

          moveTo(attempt);
          var standIn = node(HOME, attempt, Optional.empty());
          standIn.delivery().standIn(standIn.workspace());
          bring(second, "at last");
          assertThat(standIn.delivery().settle(standIn.workspace())).isFalse();
          assertThat(atHome(repository, attempt)).isEqualTo("at last");

          // why another one: a server that finishes a merge after a crash remembers nothing
          var restarted = node(HOME, attempt, Optional.empty());
          var repo = restarted.workspace().repos().getFirst().name();
          var tip = TestRepository.git(restarted.worktree(), "rev-parse", "HEAD").strip();
          restarted.delivery().settleMerged(restarted.workspace(), Map.of(repo, tip));
          assertThat(atHome(repository, attempt)).isEqualTo("at last");
        });
  }

  @Test
  void who_looks_at_the_work_of_a_node_that_is_away_while_it_is_merged_disturbs_nothing()
      throws Exception {
    beside(
        (client, repository, attempt, worker) -> {
          bring(worker, "not committed");
          moveTo(attempt);
          var waits = directory.resolve("hook-waits");
          var goesOn = directory.resolve("hook-goes-on");
          var hook = repository.resolve(".git/hooks/post-commit");
          TestRepository.write(
              hook,
              "#!/bin/sh\ntouch '%s'\nwhile ! test -e '%s'; do sleep 0.05; done\n"
                  .formatted(waits, goesOn));
          Files.setPosixFilePermissions(hook, PosixFilePermissions.fromString("rwxr-xr-x"));
          var request = Json.object().put("attempt_id", attempt.toString());

          try (var merging = Executors.newVirtualThreadPerTaskExecutor();
              var reader = new McpClient(URI.create(url), token)) {
            var merged = merging.submit(() -> client.call("merge_attempt", request));
            await().until(() -> Files.exists(waits) || merged.isDone());
            reader.call("get_attempt_changes", request);
            Files.createFile(goesOn);
            merged.get();
          }
          assertThat(TestRepository.git(repository, "show", "HEAD:work.txt"))
              .isEqualTo("not committed");
        });
  }

  private static void bring(Node node, String text) {
    TestRepository.write(node.worktree().resolve("work.txt"), text);
    assertThat(node.delivery().bring(node.workspace(), () -> true)).isEmpty();
  }

  private static String atHome(Path repository, UUID attempt) {
    return TestRepository.git(repository, "show", AttemptRefs.homeFiles(attempt) + ":work.txt");
  }

  /** What a node has of an attempt. */
  private record Node(
      Mirrors mirrors, Workspaces workspaces, WorkDelivery delivery, Workspace workspace) {
    Path worktree() {
      return workspace.worktree(workspace.repos().getFirst());
    }
  }

  private Node node(String name, UUID attempt, Optional<HomeServer> home) throws IOException {
    var place = Files.createDirectories(directory.resolve(name));
    var store = Store.open(databases.open(address));
    var git = Git.find(place.resolve("locks"));
    var workspaces = new Workspaces(git, place);
    var mirrors = new Mirrors(store, git, name, place, home);
    var workspace =
        store
            .read(
                tables ->
                    mirrors.local(
                        tables,
                        AttemptWorkspaces.describe(
                            tables, tables.attempts().find(attempt).orElseThrow())))
            .at(workspaces.root(attempt));
    var delivery = new WorkDelivery(mirrors, git, new Checkpoints(git, place), workspaces);
    return new Node(mirrors, workspaces, delivery, workspace);
  }

  /** A node with a mirror and a workspace. */
  private Node worker(String name, UUID attempt) throws IOException {
    var node = node(name, attempt, Optional.of(new HomeServer(URI.create(server), TOKEN)));
    node.mirrors().fetch(node.workspace());
    node.workspaces().create(node.workspace());
    return node;
  }

  private Path addRemote(Path repository) {
    var remote = directory.resolve("remote.git");
    TestRepository.git(directory, "init", "--quiet", "--bare", remote.toString());
    TestRepository.git(repository, "remote", "add", "origin", remote.toString());
    return remote;
  }

  private static UUID start(McpClient client, Path repository) throws Exception {
    var request = Json.object().put("name", "test");
    request.putArray("repos").addObject().put("path", repository.toString());
    var project = client.call("create_project", request).path("project_id").asString();
    var task =
        client.call("create_task", Json.object().put("project_id", project).put("title", "Work"));
    var attempt =
        client
            .call(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task.path("task_id").asString())
                    .put("executor", "FAKE_AGENT")
                    .put("prompt", "say here"))
            .path("attempt_id")
            .asString();
    client.call(
        "get_attempt_status",
        Json.object()
            .put("attempt_id", attempt)
            .put("wait_ms", 45_000)
            .put("since_state", "running"));
    return UUID.fromString(attempt);
  }

  /** What a worker does: work of all kinds, and the way home. */
  private void work(UUID attempt, Node worker) throws Exception {
    var worktree = worker.worktree();
    var workspace = worker.workspace();
    var delivery = worker.delivery();
    assertThat(worktree.resolve("a.txt")).hasContent("a");
    assertThat(directory.resolve(WORKER).resolve("mirrors")).isDirectory();

    TestRepository.write(worktree.resolve("committed.txt"), "of the worker\n");
    TestRepository.git(worktree, "add", "--all");
    git(worktree, "commit", "-qm", "work");
    var merged = beginMerge(worktree);
    TestRepository.write(worktree.resolve("a.txt"), "changed by the worker\n");
    TestRepository.write(worktree.resolve("untracked.txt"), "a draft\n");
    assertThat(delivery.bring(workspace, () -> true)).isEmpty();
    assertThat(delivery.bring(workspace, () -> true)).isEmpty();
    TestRepository.write(worktree.resolve("untracked.txt"), "of the worker too\n");
    beInTheWay(attempt, delivery, workspace);
    assertThat(delivery.bringAside(workspace)).as("it is at home").isEmpty();

    // why a new place: an attempt that moves begins from what came home
    var moved = worker("worker-2", attempt);
    moved.delivery().unpack(moved.workspace());
    var continued = moved.worktree();
    assertThat(continued.resolve("committed.txt")).hasContent("of the worker");
    assertThat(continued.resolve("a.txt")).hasContent("changed by the worker");
    assertThat(continued.resolve("untracked.txt")).hasContent("of the worker too");
    assertThat(TestRepository.git(continued, "rev-parse", "MERGE_HEAD")).isEqualTo(merged);
    holdBackWhatIsKept(attempt, delivery, workspace, worktree);
  }

  /** What cannot be brought home is said in one line. */
  private void holdBackWhatIsKept(
      UUID attempt, WorkDelivery delivery, Workspace workspace, Path worktree) throws Exception {
    var kept = AttemptRefs.keptBelow(attempt) + "held-back";
    TestRepository.git(worktree, "update-ref", kept, "HEAD");
    var other = directory.resolve("repo/.git/%s.lock".formatted(kept));
    Files.createDirectories(other.getParent());
    Files.createFile(other);

    assertOneLine(
        warnings(() -> delivery.bringKept(workspace)),
        "What was kept of attempt %s is not at home: ".formatted(attempt),
        "cannot lock ref");
    Files.delete(other);
  }

  /** Somebody else writes the same ref at home at that moment, which is no reason for a trace. */
  private void beInTheWay(UUID attempt, WorkDelivery delivery, Workspace workspace)
      throws Exception {
    var other = directory.resolve("repo/.git/%s.lock".formatted(AttemptRefs.homeFiles(attempt)));
    Files.createFile(other);
    assertOneLine(
        warnings(() -> assertThat(delivery.bring(workspace, () -> true)).isPresent()),
        "Work of attempt " + attempt,
        "is brought again: ",
        "cannot lock ref");
    Files.delete(other);
    assertThat(warnings(() -> assertThat(delivery.bring(workspace, () -> true)).isEmpty()))
        .isEmpty();
  }

  private static List<ILoggingEvent> warnings(Runnable work) {
    var log = new ListAppender<ILoggingEvent>();
    log.start();
    var logger = (Logger) LoggerFactory.getLogger(WorkDelivery.class);
    logger.addAppender(log);
    try {
      work.run();
    } finally {
      logger.detachAppender(log);
    }
    return log.list.stream().filter(event -> event.getLevel() == Level.WARN).toList();
  }

  private static void assertOneLine(List<ILoggingEvent> events, String... words) {
    assertThat(events)
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getThrowableProxy()).isNull();
              assertThat(event.getFormattedMessage()).contains(words).hasLineCount(1);
            });
  }

  private static String beginMerge(Path worktree) {
    var merged = git(worktree, "commit-tree", "-p", "HEAD~1", "-m", "other", "HEAD~1^{tree}");
    git(worktree, "merge", "--quiet", "--no-ff", "--no-commit", merged);
    return merged;
  }

  /** What needs somebody who does it. */
  private static String git(Path worktree, String... words) {
    var identity = Stream.of("-c", "user.name=a", "-c", "user.email=a@example.org");
    return TestRepository.git(
        worktree, Stream.concat(identity, Stream.of(words)).toArray(String[]::new));
  }

  private void moveTo(UUID attempt) throws SQLException {
    try (var connection = DriverManager.getConnection(address);
        var statement = connection.prepareStatement("update attempt set node = ? where id = ?")) {
      statement.setString(1, WORKER);
      statement.setString(2, attempt.toString());
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }
}
