package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.app.BoardFixture;
import dev.baton.mcp.protocol.Json;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Agents that are started from the pages in a project with several repositories, over HTTP. */
class SeveralReposTest extends OnPages {
  @BeforeEach
  void addRepository() throws Exception {
    var other = BoardFixture.makeRepository(directory.resolve("docs"));
    board
        .client()
        .call(
            "add_repo",
            Json.object().put("project_id", board.project()).put("path", other.toString()));
  }

  /** An agent that still runs would write into the directory while that is deleted. */
  @AfterEach
  void awaitAgents() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> attempts().stream().noneMatch(List.of("idle", "running")::contains));
  }

  private Stream<JsonNode> listed() throws Exception {
    return board
        .client()
        .call("list_tasks", Json.object().put("project_id", board.project()))
        .path("tasks")
        .valueStream();
  }

  /** How the newest attempts stand. */
  private List<String> attempts() throws Exception {
    return listed()
        .filter(task -> task.hasNonNull("latest_attempt_id"))
        .map(task -> task.path("latest_attempt_id").asString(""))
        .map(this::state)
        .toList();
  }

  private String state(String attempt) {
    try {
      return board
          .client()
          .call("get_attempt_status", Json.object().put("attempt_id", attempt))
          .path("state")
          .asString("");
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<String> repos() throws Exception {
    return board
        .client()
        .call("list_repos", Json.object().put("project_id", board.project()))
        .path("repos")
        .valueStream()
        .map(repo -> repo.path("repo_id").asString(""))
        .toList();
  }

  private String task(String title) throws Exception {
    return board
        .client()
        .call("create_task", Json.object().put("project_id", board.project()).put("title", title))
        .path("task_id")
        .asString("");
  }

  /** True if an attempt has a branch in the repository in this folder. */
  private boolean isWorkedOn(String repository) throws Exception {
    try (var refs = Files.walk(directory.resolve(repository + "/.git/refs/heads"))) {
      return refs.filter(Files::isRegularFile).count() > 1;
    }
  }

  private List<String> tasks() throws Exception {
    return listed().map(task -> task.path("task_id").asString("")).toList();
  }

  @Test
  void create_and_start_takes_the_repositories_that_are_checked() throws Exception {
    var form = browser.read("/tasks/new?project=" + board.project());
    assertThat(form)
        .contains("<legend class=\"label\">Repositories</legend>", "<small>main</small>");
    for (var repo : repos()) {
      assertThat(form).contains("name=\"repo\" value=\"%s\" checked".formatted(repo));
    }

    var none =
        browser.post(
            "/tasks",
            "project",
            board.project(),
            "title",
            "Kept",
            "executor",
            "FAKE_AGENT",
            "choose_repos",
            "1",
            "start",
            "1");
    assertThat(none.statusCode()).isEqualTo(422);
    assertThat(none.body()).contains("No repository is chosen", "value=\"Kept\"");
    assertThat(tasks()).isEmpty();

    var one = repos().getLast();
    var made =
        browser.post(
            "/tasks",
            "project",
            board.project(),
            "title",
            "One",
            "executor",
            "FAKE_AGENT",
            "description",
            "say hi",
            "choose_repos",
            "1",
            "repo",
            one,
            "start",
            "1");
    assertThat(made.statusCode()).as(made.body()).isEqualTo(303);
    assertThat(List.of(isWorkedOn("repo"), isWorkedOn("docs")))
        .containsExactlyInAnyOrder(true, false);
  }

  @Test
  void a_form_without_the_choice_takes_all() throws Exception {
    var task = task("All");
    assertThat(browser.read("/tasks/%s/attempts/new".formatted(task))).contains("name=\"repo\"");

    var started =
        browser.post(
            "/tasks/%s/attempts".formatted(task), "executor", "FAKE_AGENT", "prompt", "say hi");

    assertThat(started.statusCode()).as(started.body()).isEqualTo(303);
    assertThat(List.of(isWorkedOn("repo"), isWorkedOn("docs"))).containsOnly(true);
  }

  @Test
  void what_starts_by_itself_gets_all_repositories() throws Exception {
    task("First");
    var made =
        browser.post(
            "/tasks",
            "project",
            board.project(),
            "title",
            "Second",
            "executor",
            "FAKE_AGENT",
            "blocked_by",
            "#1",
            "choose_repos",
            "1",
            "repo",
            repos().getFirst(),
            "start",
            "1");
    var address = made.headers().firstValue("Location").orElseThrow();
    var form = browser.read(address);
    assertThat(form).contains("value=\"%s\" checked".formatted(repos().getFirst()));
    assertThat(form).doesNotContain("value=\"%s\" checked".formatted(repos().getLast()));

    var refused =
        browser.post(
            address.substring(0, address.indexOf("/new")),
            "executor",
            "FAKE_AGENT",
            "choose_repos",
            "1",
            "repo",
            repos().getFirst(),
            "later",
            "1");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("gets all repositories of the project");
  }
}
