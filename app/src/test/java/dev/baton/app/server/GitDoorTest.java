package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeFacts;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.PackService;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real git clients fetch from a server, and bring work to it. */
class GitDoorTest {
  private static final UUID REPO = UUID.fromString("019a0000-0000-7000-8000-000000000001");
  private static final String WORKER = "baton_worker";
  private static final String PERSON = "baton_person";

  /** Knows a person. */
  private record People() implements Access.Tokens {
    @Override
    public Optional<TaskOwner> ownerOf(String token) {
      return token.equals(PERSON) ? Optional.of(TaskOwner.LOCAL) : Optional.empty();
    }
  }

  @TempDir Path directory;
  private Path repository;
  private McpServer server;
  private HttpTransport http;

  @BeforeEach
  void serve() throws IOException {
    repository = BoardFixture.makeRepository(directory.resolve("repo"));
    var packs = new PackService(Git.find(directory.resolve("locks")));
    var door =
        new GitDoor(
            packs,
            WORKER::equals,
            id -> Optional.of(repository).filter(_ -> id.equals(REPO)),
            new GitPassage("test", List::of, _ -> Optional.empty()));
    server = McpServer.named("test", "1").build();
    http =
        HttpTransport.start(
            server, new People(), HttpOptions.loopback(0).withStreamRoute(door.route()));
  }

  @AfterEach
  void end() {
    http.close();
    server.close();
  }

  @Test
  void a_worker_clones_fetches_and_brings_refs_of_ours_home() throws Exception {
    var clone = directory.resolve("clone");
    assertThat(git(directory, WORKER, "clone", "--quiet", url(), clone.toString())).isEmpty();
    assertThat(clone.resolve("a.txt")).hasContent("a");

    Files.writeString(clone.resolve("b.txt"), "b\n");
    git(clone, WORKER, "add", "--all");
    git(clone, WORKER, "commit", "--quiet", "-m", "work");
    git(clone, WORKER, "push", "--quiet", url(), "HEAD:refs/baton/home/x/branch");
    var pushed = git(repository, WORKER, "rev-parse", "refs/baton/home/x/branch");
    assertThat(pushed).isEqualTo(git(clone, WORKER, "rev-parse", "HEAD"));

    // why again: what is there already is not sent a second time
    assertThat(git(clone, WORKER, "push", url(), "HEAD:refs/baton/home/x/branch"))
        .contains("Everything up-to-date");
    assertThat(
            git(directory, WORKER, "clone", "--quiet", "--bare", "--filter=blob:none", url(), "p"))
        .isEmpty();
  }

  @Test
  void nothing_else_can_be_written_and_nothing_is_deleted() throws Exception {
    var clone = directory.resolve("clone");
    git(directory, WORKER, "clone", "--quiet", url(), clone.toString());
    git(clone, WORKER, "commit", "--quiet", "--allow-empty", "-m", "work");
    var before = git(repository, WORKER, "for-each-ref");

    assertThat(git(clone, WORKER, "push", url(), "HEAD:refs/heads/main"))
        .contains("403: Only refs below refs/baton/ can be written here, and none is deleted");
    assertThat(git(clone, WORKER, "push", url(), "HEAD:refs/heads/other")).contains("403");
    assertThat(git(clone, WORKER, "push", url(), "HEAD:refs/baton/a", "HEAD:refs/tags/sly"))
        .contains("403");
    assertThat(git(repository, WORKER, "for-each-ref")).isEqualTo(before);

    git(clone, WORKER, "push", "--quiet", url(), "HEAD:refs/baton/a");
    assertThat(git(clone, WORKER, "push", url(), ":refs/baton/a")).contains("403");
    assertThat(git(repository, WORKER, "rev-parse", "refs/baton/a").strip()).hasSize(40);
  }

  @Test
  void only_the_token_of_a_worker_opens_it_and_it_opens_nothing_else() throws Exception {
    assertThat(git(directory, PERSON, "clone", url(), "no")).contains("fatal");
    assertThat(git(directory, "", "clone", url(), "no")).contains("fatal");
    assertThat(status("GET", "/git/%s/info/refs?service=git-upload-pack".formatted(REPO), PERSON))
        .isEqualTo(401);
    assertThat(status("POST", "/mcp", WORKER)).isEqualTo(401);
    assertThat(status("GET", "/", WORKER)).isEqualTo(401);
  }

  @Test
  void strange_paths_and_bodies_are_refused() throws Exception {
    var base = "/git/" + REPO;
    for (var path :
        List.of(
            "/git/",
            "/git/repo/info/refs?service=git-upload-pack",
            "/git/..%2f..%2fetc/info/refs?service=git-upload-pack",
            "/git/019a0000-0000-7000-8000-000000000002/info/refs?service=git-upload-pack",
            base + "/HEAD",
            base + "/objects/info/packs",
            base + "/../" + REPO + "/HEAD")) {
      assertThat(status("GET", path, WORKER)).as(path).isIn(400, 404);
    }
    assertThat(status("GET", base + "/info/refs", WORKER)).isEqualTo(400);
    assertThat(status("GET", base + "/info/refs?service=git-shell", WORKER)).isEqualTo(400);
    assertThat(status("GET", base + "/git-receive-pack", WORKER)).isEqualTo(405);
    for (var body : List.of("zzzz", "0003", "ffff", "001fno push at all, only words")) {
      assertThat(post(base + "/git-receive-pack", body)).as(body).isIn(403, 408, 503);
    }
  }

  @Test
  void a_push_that_is_cut_off_leaves_nothing() throws Exception {
    var before = git(repository, WORKER, "for-each-ref");
    var head = git(repository, WORKER, "rev-parse", "HEAD").strip();
    var command =
        "%s %s refs/baton/cut\0 report-status\n".formatted("0".repeat(40), head.replace('a', 'b'));
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), http.port())) {
      var out = socket.getOutputStream();
      out.write(
          """
          POST /git/%s/git-receive-pack HTTP/1.1\r
          Host: localhost\r
          Authorization: Bearer %s\r
          Content-Type: application/x-git-receive-pack-request\r
          Content-Length: 1000000\r
          \r
          %04x%s0000PACK\
          """
              .formatted(REPO, WORKER, command.length() + 4, command)
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
    }
    assertThat(git(repository, WORKER, "for-each-ref")).isEqualTo(before);
    git(directory, WORKER, "clone", "--quiet", url(), "after");
    assertThat(directory.resolve("after/a.txt")).exists();
  }

  @Test
  void a_home_that_does_not_know_the_token_of_a_worker_is_told_from_one_that_is_away()
      throws Exception {
    var stranger = "baton_stranger";
    var passage = new GitPassage("near", () -> List.of(far()), _ -> Optional.of("far"));
    var door =
        new GitDoor(
            new PackService(Git.find(directory.resolve("locks"))),
            token -> token.equals(stranger) || token.equals(WORKER),
            _ -> Optional.empty(),
            passage);
    try (var near =
        HttpTransport.start(
            server, new People(), HttpOptions.loopback(0).withStreamRoute(door.route()))) {
      assertThat(read(near, HomeServer.HOMES, stranger))
          .isEqualTo("{\"node\":\"near\",\"homes\":[\"near\"],\"refusing\":[\"far\"]}");
      assertThat(read(near, HomeServer.HOMES, WORKER))
          .as("another worker, whom it knows")
          .contains("\"refusing\":[]");
      assertThat(read(near, "/git/%s/info/refs".formatted(REPO), stranger))
          .contains(
              "at home on node 'far', which does not know this worker's token: copy owners.json of"
                  + " node 'near' to it");
    }
  }

  /** The server of these tests, as another one knows it. */
  private KnownNode far() {
    var reach =
        RepositoryReach.ofServer(List.of(), List.of("http://127.0.0.1:%d".formatted(http.port())));
    return new KnownNode(
        "far",
        NodeSetup.Kind.SERVER,
        Optional.of(directory),
        Optional.of(new NodeFacts(List.of(), List.of(), "1", reach)),
        0,
        0,
        false,
        Optional.empty(),
        Instant.EPOCH,
        Duration.ZERO);
  }

  private static String read(HttpTransport http, String path, String token) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(http.port(), path)))
              .header("Authorization", "Bearer " + token)
              .build();
      return client.send(request, BodyHandlers.ofString()).body();
    }
  }

  private String url() {
    return "http://127.0.0.1:%d/git/%s".formatted(http.port(), REPO);
  }

  private int status(String method, String path, String token) throws Exception {
    return send(method, path, token, "");
  }

  private int post(String path, String body) throws Exception {
    return send("POST", path, WORKER, body);
  }

  private int send(String method, String path, String token, String body) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:%d%s".formatted(http.port(), path)))
                  .header("Authorization", "Bearer " + token)
                  .method(method, BodyPublishers.ofString(body))
                  .build(),
              BodyHandlers.discarding())
          .statusCode();
    }
  }

  private static String git(Path place, String token, String... words) throws Exception {
    var command = new ArrayList<>(List.of("git"));
    if (!token.isEmpty()) {
      command.addAll(List.of("-c", "http.extraHeader=Authorization: Bearer " + token));
    }
    command.addAll(List.of("-c", "user.name=a", "-c", "user.email=a@example.org"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(place.toFile()).redirectErrorStream(true);
    builder.environment().put("GIT_TERMINAL_PROMPT", "0");
    var process = builder.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return output;
  }
}
