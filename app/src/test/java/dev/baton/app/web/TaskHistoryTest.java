package dev.baton.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How people bring an attempt up to date with its target, and go back to an earlier message. */
class TaskHistoryTest extends OnPages {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Pattern RETRY = Pattern.compile("href=\"(/attempts/[^\"]+/retry)\"");

  private static String attempt(JsonNode started) {
    return started.path("attempt_id").asString("");
  }

  private static String address(JsonNode started) {
    return "/tasks/" + started.path("task_id").asString("");
  }

  private JsonNode status(JsonNode started) throws Exception {
    return board
        .client()
        .call("get_attempt_status", Json.object().put("attempt_id", attempt(started)));
  }

  private void awaitEnd(JsonNode started) {
    await()
        .atMost(PATIENCE)
        .until(() -> status(started).path("state").asString(""), "completed"::equals);
  }

  private JsonNode ended(String script) throws Exception {
    var started = board.start("Work", script);
    awaitEnd(started);
    return started;
  }

  private void userCommits(String file, String text) throws Exception {
    Files.writeString(board.repository().resolve(file), text);
    git("add", file);
    git("commit", "-q", "-m", "other");
  }

  private void git(String... arguments) throws Exception {
    var command = new ArrayList<String>();
    command.addAll(List.of("git", "-c", "user.name=Ana", "-c", "user.email=ana@localhost"));
    command.addAll(List.of(arguments));
    var process =
        new ProcessBuilder(command).directory(board.repository().toFile()).inheritIO().start();
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void an_attempt_that_is_behind_is_brought_up_to_date() throws Exception {
    var started = ended("write new.txt words");
    var merge = "/attempts/%s/merge".formatted(attempt(started));
    assertThat(browser.read(merge)).doesNotContain("Bring up to date");
    userCommits("other.txt", "other words");
    assertThat(browser.read(merge))
        .contains("1 commit behind main")
        .contains("<button class=\"button\">Bring up to date</button>")
        .doesNotContain("Let the agent resolve them");

    var updated =
        browser.post("/attempts/%s/update".formatted(attempt(started)), "strategy", "rebase");

    assertThat(updated.statusCode()).as(updated.body()).isEqualTo(303);
    assertThat(browser.read(updated.headers().firstValue("Location").orElseThrow()))
        .contains("It is up to date now. The work as it was before stays in git under")
        .contains("<code>refs/baton/kept/")
        .contains("No conflicts, up to date with main")
        .doesNotContain("Bring up to date");
  }

  @Test
  void a_target_that_is_not_there_is_said_in_the_form_and_what_was_typed_stays() throws Exception {
    var started = ended("write new.txt words");
    var update = "/attempts/%s/update".formatted(attempt(started));

    var refused = browser.post(update, "strategy", "merge", "target_branch", "nowhere");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("has no local branch 'nowhere'. Name a branch that is there.")
        .contains("name=\"target_branch\" value=\"nowhere\"");
    git("branch", "elsewhere");
    assertThat(browser.post(update, "target_branch", "elsewhere").statusCode()).isEqualTo(303);
    assertThat(browser.read("/attempts/%s/merge".formatted(attempt(started))))
        .contains("Merge into <code>elsewhere</code>");
    assertThat(browser.read("/attempts/%s/turns/0/retry".formatted(attempt(started))))
        .contains("It was meant for <code>main</code> then, and will be merged there again.");
    assertThat(browser.post(update, "strategy", "guess").statusCode()).isEqualTo(409);
  }

  @Test
  void conflicts_are_listed_and_the_agent_is_asked_to_resolve_them() throws Exception {
    var started = ended("write new.txt words");
    userCommits("new.txt", "other words");
    var update = "/attempts/%s/update".formatted(attempt(started));

    var refused = browser.post(update, "strategy", "rebase");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("Nothing was changed, because there are conflicts.")
        .contains("Conflicts with main in 1 file")
        .contains("<li><code>new.txt</code></li>")
        .contains("Let the agent resolve them");
    var resolved = browser.post(update, "strategy", "rebase", "resolve", "1");
    assertThat(resolved.statusCode()).as(resolved.body()).isEqualTo(303);
    assertThat(resolved.headers().firstValue("Location").orElseThrow())
        .startsWith(address(started) + "?attempt=" + attempt(started));
    await()
        .atMost(PATIENCE)
        .until(
            () -> browser.read(address(started)).split("class=\"entry you\"", -1).length,
            parts -> parts > 2);
    await()
        .atMost(PATIENCE)
        .until(() -> status(started).path("state").asString(""), it -> !it.equals("running"));
  }

  @Test
  void nothing_is_brought_up_to_date_or_retried_while_the_agent_works() throws Exception {
    var started = board.start("Wait", "say hello\nsleep 600");
    var page =
        await()
            .atMost(PATIENCE)
            .until(() -> browser.read(address(started)), it -> it.contains("<p>hello</p>"));
    userCommits("other.txt", "other words");

    var update =
        browser.post("/attempts/%s/update".formatted(attempt(started)), "strategy", "rebase");
    assertThat(update.statusCode()).isEqualTo(422);
    assertThat(update.body())
        .contains("id=\"update-problem\"")
        .contains("It can be brought up to date when the agent is done, or stopped.");

    var retry = RETRY.matcher(page);
    assertThat(retry.find()).isTrue();
    assertThat(browser.read(retry.group(1)))
        .contains("It can be retried when the agent is done, or stopped.");
    assertThat(browser.post(retry.group(1), "prompt", "say again").statusCode()).isEqualTo(422);
    browser.post("/attempts/%s/stop".formatted(attempt(started)), "force", "1");
  }

  @Test
  void a_message_is_retried_with_other_words() throws Exception {
    var started = ended("write one.txt 1");
    browser.post(
        "/attempts/%s/follow-ups".formatted(attempt(started)), "prompt", "write two.txt 2");
    var page =
        await()
            .atMost(PATIENCE)
            .until(() -> browser.read(address(started)), it -> it.contains("two.txt</code>"));
    awaitEnd(started);
    var retries = RETRY.matcher(page).results().map(it -> it.group(1)).toList();
    assertThat(retries)
        .containsExactly(
            "/attempts/%s/turns/0/retry".formatted(attempt(started)),
            "/attempts/%s/turns/1/retry".formatted(attempt(started)));
    assertThat(browser.read(retries.getLast()))
        .contains("write two.txt 2</textarea>")
        .contains("The workspace goes back to before this message");

    var retried = browser.post(retries.getLast(), "prompt", "write three.txt 3");

    assertThat(retried.statusCode()).as(retried.body()).isEqualTo(303);
    assertThat(browser.read(retried.headers().firstValue("Location").orElseThrow()))
        .contains("The work as it was before stays in git under <code>refs/baton/kept/");
    awaitEnd(started);
    var workspace = Path.of(status(started).path("workspace_path").asString(""));
    await()
        .atMost(PATIENCE)
        .until(() -> files(workspace), it -> it.contains("three.txt") && it.contains("one.txt"));
    assertThat(files(workspace)).doesNotContain("two.txt");
  }

  private static List<String> files(Path workspace) throws Exception {
    try (var paths = Files.walk(workspace)) {
      return paths.map(it -> it.getFileName().toString()).toList();
    }
  }

  @Test
  void a_retry_says_which_files_of_several_repositories_stay_as_they_are() throws Exception {
    var alone = ended("say hello");
    var second = TestRepository.make(directory.resolve("second"), "b.txt", "two");
    var client = board.client();
    var repo =
        client.call(
            "add_repo",
            Json.object().put("project_id", board.project()).put("path", second.toString()));
    var repos = client.call("list_repos", Json.object().put("project_id", board.project()));
    var task =
        client.call(
            "create_task", Json.object().put("project_id", board.project()).put("title", "Both"));
    var chosen = Json.array();
    for (var each : repos.path("repos")) {
      chosen
          .addObject()
          .put("repo_id", each.path("repo_id").asString(""))
          .put("target_branch", "main");
    }
    assertThat(chosen.toString()).contains(repo.path("repo_id").asString(""));
    var both =
        client.call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task.path("task_id").asString(""))
                .put("executor", "FAKE_AGENT")
                .put("prompt", "say hello")
                .set("repos", chosen));
    awaitEnd(both);

    var words = "Files beside the repositories are in no git, and stay as they are.";
    assertThat(browser.read("/attempts/%s/turns/0/retry".formatted(attempt(both)))).contains(words);
    assertThat(browser.read("/attempts/%s/turns/0/retry".formatted(attempt(alone))))
        .doesNotContain(words);
  }

  @Test
  void an_empty_message_is_not_sent_and_one_that_never_was_is_not_found() throws Exception {
    var started = ended("say hello");
    var retry = "/attempts/%s/turns/%s/retry";

    var refused = browser.post(retry.formatted(attempt(started), "0"), "prompt", " ");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("id=\"retry-problem\"");
    assertThat(browser.get(retry.formatted(attempt(started), "7")).statusCode()).isEqualTo(404);
    assertThat(browser.get(retry.formatted(attempt(started), "x")).statusCode()).isEqualTo(404);
  }
}
