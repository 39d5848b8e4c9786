package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.forge.ForgeHost;
import dev.baton.orchestrator.forge.ForgeHost.ForgeKind;
import dev.baton.orchestrator.forge.Forges;
import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** GitLab through a stand-in of glab, and Gitea through its interface on a real socket. */
@Tag("slow")
class OtherForgesTest {
  private static final String TOKEN = "not-a-real-token";

  @TempDir Path directory;

  private static NewPullRequest request(UUID attempt, boolean isDraft) {
    return new NewPullRequest(
        new PushRequest(attempt, Optional.empty()),
        Optional.of("Add \"a\""),
        Optional.of("-"),
        isDraft);
  }

  private static UUID ended(TestBaton baton) {
    var attempt = baton.start("write a.txt one").attemptId();
    baton.awaitEnd(attempt);
    return attempt;
  }

  private static RepoPullRequest look(TestBaton baton, UUID attempt) {
    return baton.orchestrator().pullRequestWatch().look(attempt).pullRequests().getFirst();
  }

  /** Moves the attempt to another target, and pushes it there. */
  private static RepoPullRequest move(TestBaton baton, UUID attempt) {
    git(baton.repository(), "branch", "release");
    baton
        .orchestrator()
        .updates()
        .update(
            new UpdateRequest(
                attempt, Optional.empty(), Optional.of("release"), UpdateStrategy.REBASE, false));
    return baton
        .orchestrator()
        .pullRequests()
        .push(new PushRequest(attempt, Optional.empty()))
        .getFirst();
  }

  @Test
  void a_merge_request_of_gitlab_is_made_and_followed() throws Exception {
    var glab = TestForge.of(directory.resolve("bin"), "glab");
    try (var baton = TestBaton.in(directory, setup -> setup.withForges(glab.forges()))) {
      TestForge.remote(baton.repository(), TestForge.GITLAB);
      var attempt = ended(baton);

      var made = baton.orchestrator().pullRequests().create(request(attempt, true)).getFirst();
      assertThat(made.state()).isEqualTo(PullRequestState.DRAFT);
      assertThat(made.pullRequest().orElseThrow().number()).isEqualTo(7);
      assertThat(made.pullRequest().orElseThrow().url())
          .hasToString("https://gitlab.com/acme/tools/shop/-/merge_requests/7");
      assertThat(glab.text("body")).isEqualTo("-\n");
      assertThat(baton.orchestrator().pullRequests().create(request(attempt, true)).getFirst())
          .extracting(RepoPullRequest::pullRequest)
          .isEqualTo(made.pullRequest());
      assertThat(glab.count("mr create")).isEqualTo(1);

      assertThat(move(baton, attempt).targetBranch()).isEqualTo("release");
      assertThat(glab.text("base")).isEqualTo("release");

      glab.put("draft", "false").put("pipeline", "{\"id\":1,\"status\":\"running\"}");
      assertThat(look(baton, attempt).checks()).isEqualTo(PullRequestChecks.PENDING);
      glab.put(
          "notes",
          """
          [{"id":3,"body":"Renamed","system":true,"author":{"username":"x"},
            "created_at":"2026-11-16T11:00:00.000Z"},
           {"id":2,"type":"DiffNote","body":"Why?","system":false,"resolvable":true,
            "resolved":false,"author":{"username":"ana"},"created_at":"2026-11-16T10:00:00.000+01:00",
            "position":{"new_path":"a.txt","new_line":1}}]\
          """);
      look(baton, attempt);
      assertThat(baton.status(attempt).standing().comments())
          .singleElement()
          .satisfies(
              kept -> {
                assertThat(kept.comment().author()).isEqualTo("ana");
                assertThat(kept.comment().path()).hasValue("a.txt");
                assertThat(kept.comment().line()).hasValue(1L);
              });
      glab.put("state", "merged").put("pipeline", "{\"id\":1,\"status\":\"success\"}");
      assertThat(look(baton, attempt).state()).isEqualTo(PullRequestState.MERGED);
    }
  }

  @Test
  void who_is_not_logged_in_to_gitlab_is_told_how() throws Exception {
    var glab = TestForge.of(directory.resolve("bin"), "glab");
    glab.remove("login");
    try (var baton = TestBaton.in(directory, setup -> setup.withForges(glab.forges()))) {
      TestForge.remote(baton.repository(), TestForge.GITLAB);
      var attempt = ended(baton);

      assertThatThrownBy(() -> baton.orchestrator().pullRequests().create(request(attempt, false)))
          .isInstanceOfSatisfying(
              ToolFailure.class,
              failure ->
                  assertThat(failure.hint()).contains("glab auth login --hostname gitlab.com"));
    }
  }

  @Test
  void a_pull_request_of_gitea_is_made_with_a_token_and_followed() throws Exception {
    var token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
    try (var gitea = new Gitea()) {
      var host =
          new ForgeHost(
              "git.example.org",
              Optional.of(ForgeKind.GITEA),
              Optional.of(gitea.url()),
              List.of(),
              Optional.of(token),
              Optional.empty());
      var forges = new Forges(List.of(host), System.getenv());
      try (var baton = TestBaton.in(directory, setup -> setup.withForges(forges))) {
        TestForge.remote(baton.repository(), "https://git.example.org/acme/shop.git");
        var attempt = ended(baton);

        var made = baton.orchestrator().pullRequests().create(request(attempt, true)).getFirst();
        assertThat(made.host()).isEqualTo("git.example.org");
        assertThat(made.state()).isEqualTo(PullRequestState.DRAFT);
        assertThat(gitea.title).isEqualTo("WIP: Add \"a\"");
        baton.orchestrator().pullRequests().create(request(attempt, true));
        assertThat(gitea.created).hasValue(1);

        assertThat(move(baton, attempt).targetBranch()).isEqualTo("release");
        assertThat(gitea.base).isEqualTo("release");

        gitea.status = "success";
        assertThat(look(baton, attempt).checks()).isEqualTo(PullRequestChecks.PASSING);
        assertThat(baton.status(attempt).standing().comments())
            .extracting(kept -> kept.comment().body())
            .containsExactly("Looks good", "Please test", "Here", "After fifty", "There");

        Files.writeString(token, "another");
        assertThatThrownBy(() -> look(baton, attempt))
            .hasMessageContaining("401")
            .hasMessageNotContaining(TOKEN);
        Files.delete(token);
        assertThatThrownBy(
                () -> baton.orchestrator().pullRequests().create(request(attempt, false)))
            .hasMessageContaining("cannot be read");
      }
    }
  }

  @Test
  void a_host_of_which_nothing_is_known_can_be_pushed_to() {
    try (var baton = TestBaton.in(directory)) {
      TestForge.remote(baton.repository(), "https://git.example.org/acme/shop.git");
      var attempt = ended(baton);

      assertThat(
              baton.orchestrator().pullRequests().push(new PushRequest(attempt, Optional.empty())))
          .singleElement()
          .extracting(RepoPullRequest::host, RepoPullRequest::state)
          .containsExactly("git.example.org", PullRequestState.NONE);
      assertThatThrownBy(() -> baton.orchestrator().pullRequests().create(request(attempt, false)))
          .isInstanceOfSatisfying(
              ToolFailure.class,
              failure ->
                  assertThat(failure.hint())
                      .contains("push_attempt", "forges: {git.example.org: {kind: gitea}}"));
    }
  }

  /** The part of Gitea's interface that is used, with one pull request. */
  private static final class Gitea implements AutoCloseable {
    private static final String WORDLESS = "," + comment(3, "", ",\"comments_count\":0");

    private final HttpServer server;
    private volatile String title = "";
    private volatile String head = "";
    private volatile String base = "";
    private volatile String status = "";
    private final AtomicInteger created = new AtomicInteger();

    Gitea() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", this::answer);
      server.start();
    }

    URI url() {
      return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void answer(HttpExchange call) throws IOException {
      try (call) {
        var body = call.getRequestBody().readAllBytes();
        if (!("token " + TOKEN).equals(call.getRequestHeaders().getFirst("Authorization"))) {
          send(call, 401, "{\"message\":\"invalid username, password or token\"}");
          return;
        }
        var line = call.getRequestMethod() + " " + call.getRequestURI();
        send(call, line.startsWith("POST") ? 201 : 200, answer(line, body));
      }
    }

    private String answer(String line, byte[] body) {
      var repo = "/api/v1/repos/acme/shop";
      if (line.equals("POST " + repo + "/pulls")) {
        var request = Json.MAPPER.readTree(body);
        title = request.path("title").asString();
        head = request.path("head").asString();
        created.incrementAndGet();
        return pull().toString();
      }
      if (line.equals("PATCH " + repo + "/pulls/5")) {
        base = Json.MAPPER.readTree(body).path("base").asString();
        return pull().toString();
      }
      return switch (line.substring(4).replace(repo, "")) {
        case "" -> "{\"full_name\":\"acme/shop\"}";
        case "/pulls?state=open&limit=50&page=1" ->
            created.get() == 0 ? "[]" : Json.array().add(pull()).toString();
        case "/pulls?state=open&limit=50&page=2" -> "[]";
        case "/pulls/5" -> pull().toString();
        case "/commits/abc/status" ->
            "{\"state\":\"%s\",\"total_count\":%d}".formatted(status, status.isEmpty() ? 0 : 1);
        case "/issues/5/comments" -> "[" + comment(1, "Looks good", "") + "]";
        case "/pulls/5/reviews?limit=50&page=1" ->
            "[" + comment(2, "Please test", ",\"comments_count\":1") + WORDLESS.repeat(49) + "]";
        case "/pulls/5/reviews?limit=50&page=2" ->
            "[" + comment(4, "After fifty", ",\"comments_count\":1") + "]";
        case "/pulls/5/reviews?limit=50&page=3" -> "[]";
        case "/pulls/5/reviews/4/comments" ->
            "[" + comment(5, "There", ",\"path\":\"a.txt\",\"position\":2") + "]";
        case "/pulls/5/reviews/2/comments" ->
            "[" + comment(3, "Here", ",\"path\":\"a.txt\",\"position\":1") + "]";
        default -> throw new IllegalArgumentException("Nobody asks Gitea for " + line);
      };
    }

    private static String comment(int id, String words, String more) {
      return "{\"id\":%d,\"user\":{\"login\":\"ana\"},\"body\":\"%s\",\"created_at\":\"2026-11-16T1%d:00:00Z\"%s}"
          .formatted(id, words, id, more);
    }

    private JsonNode pull() {
      var pull =
          Json.object()
              .put("number", 5)
              .put("html_url", url() + "/acme/shop/pulls/5")
              .put("state", "open")
              .put("merged", false)
              .put("draft", title.startsWith("WIP: "));
      var branch = pull.putObject("head").put("ref", head).put("sha", "abc");
      branch.putObject("repo").put("full_name", "acme/shop");
      return pull;
    }

    private static void send(HttpExchange call, int code, String text) throws IOException {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      call.sendResponseHeaders(code, bytes.length);
      call.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
