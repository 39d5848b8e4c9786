package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.access.LocalToken;
import dev.baton.app.background.ServerFile;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people may do over HTTP, and agents may not. */
@Tag("slow")
class OperatorTest {
  private static final List<String> FOR_PEOPLE =
      List.of("set_repo", "list_approvals", "start_dev_server", "stop_dev_server", "prune");

  @TempDir private Path directory;

  private record Answer(int status, JsonNode json) {}

  private static Answer post(BoardFixture board, String token, String operation, ObjectNode body)
      throws Exception {
    var mcp = ServerFile.findRunning(board.data()).orElseThrow().url();
    var request =
        HttpRequest.newBuilder(URI.create(mcp.replace("/mcp", "/api/" + operation)))
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
            .build();
    try (var http = HttpClient.newHttpClient()) {
      var response = http.send(request, HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), Json.MAPPER.readTree(response.body()));
    }
  }

  private static Answer post(BoardFixture board, String operation, String body) throws Exception {
    var token = new LocalToken(board.data()).loadOrMake().text();
    return post(board, token, operation, Json.parseObject(body.replace('\'', '"')));
  }

  private static String repo(BoardFixture board) throws Exception {
    return post(board, "list_repos", "{'project_id': '%s'}".formatted(board.project()))
        .json()
        .path("repos")
        .path(0)
        .path("repo_id")
        .asString();
  }

  @Test
  void a_repository_is_set_up_and_an_empty_text_clears() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var id = repo(board);
      var set =
          post(
              board,
              "set_repo",
              """
              {'repo_id': '%s', 'setup': 'echo made > setup.txt', 'copy': ['*.env'],
               'dev_server': 'sleep 100', 'commit_policy': 'none'}
              """
                  .formatted(id));
      assertThat(set.status()).isEqualTo(200);
      assertThat(set.json())
          .isEqualTo(
              Json.parseObject(
                  """
                  {"repo_id": "%s", "repo_name": "repo", "path": "%s", "default_branch": "main",
                   "setup": "echo made > setup.txt", "cleanup": null, "copy": ["*.env"],
                   "dev_server": "sleep 100", "commit_policy": "none"}
                  """
                      .formatted(id, board.repository())));
      Files.writeString(board.repository().resolve("local.env"), "secret\n");
      var attempt = board.attempt("Set up", "say done");
      var changes =
          post(board, "get_attempt_changes", "{'attempt_id': '%s'}".formatted(attempt)).json();
      assertThat(changes.path("files").toString())
          .contains("setup.txt")
          .as("copied files are no work")
          .doesNotContain("local.env");
      var copied =
          post(
              board,
              "get_attempt_file",
              "{'attempt_id': '%s', 'path': 'local.env'}".formatted(attempt));
      assertThat(copied.json().path("content").asString()).isEqualTo("secret\n");

      var cleared =
          post(
              board,
              "set_repo",
              "{'repo_id': '%s', 'setup': '', 'copy': [], 'commit_policy': ''}".formatted(id));
      assertThat(cleared.json().path("setup").isNull()).isTrue();
      assertThat(cleared.json().path("copy").isEmpty()).isTrue();
      assertThat(cleared.json().path("dev_server").asString()).isEqualTo("sleep 100");
      assertThat(cleared.json().path("commit_policy").asString()).isEqualTo("auto");

      var wrong =
          post(board, "set_repo", "{'repo_id': '%s', 'commit_policy': 'often'}".formatted(id));
      assertThat(wrong.status()).isEqualTo(400);
      assertThat(wrong.json().path("message").asString())
          .isEqualTo("There is no commit policy 'often'");
    }
  }

  @Test
  void the_commit_policy_of_the_configuration_holds_where_a_project_has_none() throws Exception {
    var data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(data.resolve("config.yaml"), "commit_policy: none\n");
    try (var board = BoardFixture.in(directory)) {
      assertThat(commits(board, board.attempt("Leave it", "write b.txt b"))).isZero();
      post(board, "set_repo", "{'repo_id': '%s', 'commit_policy': 'auto'}".formatted(repo(board)));
      assertThat(commits(board, board.attempt("Commit it", "write b.txt b"))).isEqualTo(1);
    }
  }

  private static long commits(BoardFixture board, String attempt) throws Exception {
    var branch =
        post(board, "get_attempt_status", "{'attempt_id': '%s'}".formatted(attempt))
            .json()
            .path("workspace_branch")
            .asString();
    return Long.parseLong(
        TestRepository.git(board.repository(), "rev-list", "--count", "main.." + branch));
  }

  @Test
  void people_may_add_a_repository_with_scripts_and_agents_may_not() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var empty = Json.object().put("name", "empty");
      empty.putArray("repos");
      var project = board.client().call("create_project", empty).path("project_id").asString();
      var body =
          Json.object()
              .put("project_id", project)
              .put("path", board.repository().toString())
              .put("allow_shared", true)
              .put("cleanup", "true");
      var token = board.agentToken();

      var refused = post(board, token, "add_repo", body);
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.json().path("details").toString()).contains("/cleanup");
      var added = post(board, "add_repo", body.toString());
      assertThat(added.status()).isEqualTo(200);
      assertThat(added.json().path("cleanup").asString()).isEqualTo("true");
    }
  }

  @Test
  void agents_cannot_decide_about_this_machine() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var token = board.agentToken();
      assertThat(post(board, token, "get_context", Json.object()).status()).isEqualTo(200);
      for (var operation : FOR_PEOPLE) {
        var refused = post(board, token, operation, Json.object());
        assertThat(refused.status()).as(operation).isEqualTo(404);
        assertThat(refused.json().path("message").asString())
            .isEqualTo("There is no operation '%s' for this caller".formatted(operation));
      }
      var person = post(board, board.token(), "get_context", Json.object());
      assertThat(person.status()).isEqualTo(404);
      assertThat(person.json().path("message").asString()).startsWith("get_context is for agents");
      assertThat(board.client().request("tools/list", Json.object()).path("tools").toString())
          .contains("\"add_repo\"")
          .doesNotContain(FOR_PEOPLE);
    }
  }

  @Test
  void people_keep_what_a_server_of_the_core_does_not_offer_to_models() throws Exception {
    try (var board = BoardFixture.withCoreToolsOnly(directory)) {
      var added =
          Cli.run(
              Map.of("BATON_HOME", board.data().toString()),
              "project",
              "add",
              "shop",
              "--repo",
              board.repository().toString());

      assertThat(added.code()).as(added.err()).isZero();
      assertThat(board.client().request("tools/list", Json.object()).path("tools").toString())
          .contains("\"list_projects\"")
          .doesNotContain("\"create_project\"");
    }
  }

  @Test
  void what_waits_for_an_answer_and_what_nobody_needs_is_told() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      assertThat(post(board, "list_approvals", "{}").json())
          .isEqualTo(Json.parseObject("{\"approvals\": [], \"count\": 0}"));
      assertThat(post(board, "prune", "{'dry_run': true}").json())
          .isEqualTo(
              Json.parseObject(
                  """
                  {"dry_run": true, "worktrees": [], "logs": [], "failures": []}
                  """));
    }
  }

  @Test
  void a_token_that_is_not_accepted_is_named_and_not_the_server_blamed() throws Exception {
    try (var board = BoardFixture.withCoreToolsOnly(directory)) {
      var refused =
          Cli.run(
              Map.of("BATON_HOME", board.data().toString(), "BATON_TOKEN", "of_an_ended_turn"),
              "project",
              "list");

      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err())
          .contains("does not accept the token in BATON_TOKEN", "Unset BATON_TOKEN")
          .doesNotContain("baton stop");
    }
  }
}
