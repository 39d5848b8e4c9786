package dev.baton.app.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What every real agent does for a user of the board, who has nothing but MCP tools. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
@Tag("slow")
abstract class RealAgentContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RealAgent agent;
  private Desk desk;

  RealAgentContract(RealAgent agent) {
    this.agent = agent;
  }

  /** Where the agent keeps its conversations, below the user's home. */
  abstract String conversations();

  /** The file of a repository that holds its words for the agent. */
  abstract String instructions();

  /** Files of a repository that name no programs, although the agent looks for such there. */
  Map<String, String> harmlessFiles() {
    return Map.of();
  }

  /** Files of a repository that make the agent run these programs by itself, if it lets them. */
  abstract Map<String, String> traps(Traps traps) throws IOException;

  @BeforeAll
  void sitDown(@TempDir Path directory) throws Exception {
    desk = new Desk(agent, directory);
    Desk.commit(desk.repo(), Map.of(instructions(), "Always be kind to fish."));
    if (!harmlessFiles().isEmpty()) {
      Desk.commit(desk.repo(), harmlessFiles());
    }
  }

  @AfterAll
  void leave() throws Exception {
    if (desk != null) {
      desk.close();
    }
  }

  @Test
  void it_is_listed_with_its_version() throws Exception {
    // why: a program that is slow on a busy machine is asked for its version again
    var listed =
        await()
            .atMost(PATIENCE)
            .until(this::listed, executor -> executor.path("version").isString());

    assertThat(listed.path("available").asBoolean(false)).as(listed.toString()).isTrue();
    assertThat(desk.version()).startsWith(listed.path("version").asString("none"));
    assertThat(listed.path("supports_mcp").asBoolean(false)).isTrue();
    assertThat(listed.path("default_variant").asString("")).isEqualTo("DEFAULT");
    assertThat(listed.path("variants").valueStream().map(name -> name.asString("")))
        .contains("DEFAULT", "NO_CONTEXT", "PLAN", "APPROVALS", "TRUSTED");
  }

  private JsonNode listed() throws Exception {
    return desk.baton()
        .call("list_executors", Json.object())
        .path("executors")
        .valueStream()
        .filter(executor -> executor.path("executor").asString("").equals(agent.executor()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void it_makes_a_file_goes_on_with_its_own_conversation_and_is_merged() throws Exception {
    var attempt = desk.start("DEFAULT", ModelScript.of("write first.txt hello"));
    desk.awaitSuccess(attempt);
    assertThat(desk.changed(attempt)).containsExactly("first.txt");

    desk.followUp(attempt, ModelScript.of("write second.txt again", "say All is there."));
    var status = desk.awaitSuccess(attempt);
    assertThat(desk.changed(attempt)).containsExactlyInAnyOrder("first.txt", "second.txt");
    assertThat(desk.model().requestsWith("second.txt again").getFirst().mentions("first.txt hello"))
        .isTrue();
    assertThat(status.path("usage").path("input_tokens").asInt(0))
        .as(status.toString())
        .isPositive();
    assertThat(desk.words(attempt)).contains("All is there.");

    desk.baton().call("merge_attempt", Desk.of(attempt));
    assertThat(desk.repo().resolve("first.txt")).hasContent("hello");
    assertThat(desk.repo().resolve("second.txt")).hasContent("again");
  }

  /** For agents that can. */
  void goOnInCopy() throws Exception {
    var attempt = desk.start("DEFAULT", ModelScript.of("say The word is fish."));
    var original = desk.awaitSuccess(attempt).path("latest_session_id").asString("");
    desk.followUp(attempt, "FORK", ModelScript.of("say Said in the copy."));
    var copy = desk.awaitSuccess(attempt).path("latest_session_id").asString("");

    desk.baton()
        .call(
            "follow_up",
            Json.object()
                .put("action", "send")
                .put("session_id", original)
                .put("prompt", ModelScript.of("say Said in the original.")));
    desk.awaitSuccess(attempt);

    assertThat(copy).isNotEqualTo(original);
    var copied = desk.model().requestsWith("Said in the copy.").getFirst();
    assertThat(copied.mentions("The word is fish.")).isTrue();
    var asked = desk.model().requestsWith("Said in the original.").getFirst();
    assertThat(asked.mentions("The word is fish.")).isTrue();
    assertThat(asked.mentions("Said in the copy.")).isFalse();
  }

  @Test
  void a_plan_edits_nothing() throws Exception {
    var attempt =
        desk.start("PLAN", ModelScript.of("write plan.txt no", "say First this, then that."));
    desk.awaitSuccess(attempt);

    assertThat(desk.changed(attempt)).isEmpty();
    assertThat(desk.words(attempt)).contains("First this, then that.");
  }

  /** Whether its stream has a word about a command that it was not allowed to run. */
  boolean tellsRefusedCommands() {
    return true;
  }

  @Test
  void trusted_it_mends_a_failing_test_and_by_default_it_says_what_it_was_refused()
      throws Exception {
    var repo = desk.makeRepository("failing", Map.of("test.sh", "test \"$(cat answer)\" = 42\n"));
    var project = desk.makeProject("failing", repo);
    var outside = desk.directory().resolve("outside.log");
    var script =
        ModelScript.of(
            "write answer 42",
            "shell sh test.sh && echo passed > %s".formatted(outside),
            "say It passes.");

    var first = desk.start(project, "DEFAULT", script);
    var wary = desk.awaitSuccess(first);
    assertThat(outside).doesNotExist();
    if (tellsRefusedCommands()) {
      assertThat(wary.path("denied").asInt(0)).as(desk.story(first)).isEqualTo(1);
      assertThat(wary.path("denied_summary").asString("")).contains("sh test.sh");
    }

    var attempt = desk.start(project, "TRUSTED", script);
    var status = desk.awaitSuccess(attempt);
    assertThat(outside).as(desk.story(attempt)).hasContent("passed");
    assertThat(status.path("denied").asInt(-1)).as(status.toString()).isZero();
    assertThat(status.path("denied_summary").isNull()).isTrue();
    assertThat(Path.of(status.path("workspace_path").asString("")).resolve("answer"))
        .hasContent("42");
  }

  @Test
  void it_asks_and_a_new_server_gives_it_the_answer() throws Exception {
    var attempt = desk.start("APPROVALS", ModelScript.of("write asked.txt hello"));
    var question = desk.awaitQuestion(attempt);
    assertThat(question.path("summary").asString("")).contains("asked.txt");
    assertThat(desk.changed(attempt)).isEmpty();

    desk.baton().crashAndStartAgain();
    assertThat(desk.awaitQuestion(attempt)).isEqualTo(question);
    desk.approve(question);

    desk.awaitSuccess(attempt);
    assertThat(desk.changed(attempt)).containsExactly("asked.txt");
  }

  @Test
  void it_hears_why_it_was_denied_and_goes_on() throws Exception {
    var attempt =
        desk.start(
            "APPROVALS", ModelScript.of("write denied.txt no", "say Then I leave it as it is."));
    desk.deny(desk.awaitQuestion(attempt), "because it is Sunday");
    var status = desk.awaitSuccess(attempt);

    assertThat(status.path("denied").asInt(0)).as(status.toString()).isEqualTo(1);
    assertThat(status.path("denied_summary").asString("")).contains("denied.txt");

    assertThat(desk.changed(attempt)).isEmpty();
    assertThat(desk.model().requestsWith("because it is Sunday")).isNotEmpty();
    assertThat(desk.words(attempt)).contains("Then I leave it as it is.");
  }

  @Test
  void a_stop_ends_its_hanging_command_too() throws Exception {
    var mark = "86400.%d".formatted(System.nanoTime() % 1_000_000);
    var attempt =
        desk.start(
            "APPROVALS", ModelScript.of("shell sh -c 'sleep %s; echo over'".formatted(mark)));
    desk.approve(desk.awaitQuestion(attempt));
    await().atMost(PATIENCE).until(() -> isRunning("sleep " + mark));

    var stopped = desk.baton().call("stop_attempt", Desk.of(attempt));

    assertThat(isRunning(mark)).isFalse();
    assertThat(stopped.path("state").asString("")).isEqualTo("failed");
    assertThat(desk.awaitFailure(attempt)).startsWith("stopped");
  }

  private static boolean isRunning(String mark) {
    return ProcessHandle.allProcesses()
        .anyMatch(process -> process.info().commandLine().orElse("").contains(mark));
  }

  @Test
  void a_stop_ends_a_model_that_does_not_answer() throws Exception {
    var mark = UUID.randomUUID().toString();
    var attempt = desk.start("DEFAULT", mark + "\n" + ModelScript.of("hang"));
    await().atMost(PATIENCE).until(() -> !desk.model().requestsWith(mark).isEmpty());

    desk.baton().call("stop_attempt", Desk.of(attempt));

    assertThat(desk.awaitFailure(attempt)).startsWith("stopped");
    desk.followUp(attempt, ModelScript.of("write later.txt on we go"));
    desk.awaitSuccess(attempt);
    assertThat(desk.changed(attempt)).containsExactly("later.txt");
  }

  @Test
  void an_error_of_the_model_is_a_failure_with_its_words() throws Exception {
    var attempt = desk.start("DEFAULT", ModelScript.of("error 400 the purse is empty"));

    assertThat(desk.awaitFailure(attempt)).contains("the purse is empty");
  }

  @Test
  void a_lost_conversation_is_said_and_a_new_one_knows_of_it() throws Exception {
    var attempt = desk.start("DEFAULT", ModelScript.of("say The word is fish."));
    desk.awaitSuccess(attempt);
    deleteConversations();

    desk.followUp(attempt, ModelScript.of("say Never."));
    assertThat(desk.awaitFailure(attempt)).startsWith("session lost");
    var refused = desk.followUp(attempt, ModelScript.of("say Never."));
    assertThat(refused.path("code").asString("")).isEqualTo("session_lost");
    assertThat(refused.path("retryable").asBoolean(false)).isTrue();
    assertThat(refused.path("hint").asString("")).contains("NO_CONTEXT");

    desk.followUp(attempt, "NO_CONTEXT", ModelScript.of("say On we go."));
    desk.awaitSuccess(attempt);
    assertThat(desk.model().requestsWith("On we go.").getFirst().mentions("The word is fish."))
        .isTrue();
  }

  private void deleteConversations() throws IOException {
    try (var files = Files.walk(desk.home().resolve(conversations()))) {
      for (var file : files.filter(file -> file.toString().endsWith(".jsonl")).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void told_to_write_outside_of_its_workspace_it_does_not() throws Exception {
    var outside = Files.createDirectories(desk.directory().resolve("outside"));
    var attempt =
        desk.start(
            "DEFAULT",
            ModelScript.of(
                "write %s/written.txt no".formatted(outside),
                "shell echo no > %s/echoed.txt".formatted(outside),
                "write ../../../outside/climbed.txt no",
                "write inside.txt yes"));
    var status = desk.awaitSuccess(attempt);

    assertThat(outside).isEmptyDirectory();
    assertThat(status.path("denied").asInt(0)).as(desk.story(attempt)).isPositive();
    assertThat(desk.changed(attempt)).containsExactly("inside.txt");
    assertThat(desk.repo().resolve("inside.txt")).doesNotExist();
  }

  @Test
  void what_the_repository_names_runs_only_where_the_user_allows_it() throws Exception {
    var traps = new Traps(desk.directory().resolve("traps"));
    var repo = desk.makeRepository("trapped", traps(traps));

    var wary =
        desk.start(desk.makeProject("wary", repo), "DEFAULT", ModelScript.of("write a.txt a"));
    desk.awaitSuccess(wary);
    assertThat(desk.changed(wary)).containsExactly("a.txt");
    assertThat(traps.fallenInto()).isEmpty();

    var trusting = desk.makeProject(Desk.TRUSTING, repo);
    desk.awaitEnd(desk.start(trusting, "DEFAULT", ModelScript.of("write a.txt a")));
    assertThat(traps.fallenInto()).isEqualTo(traps.set());
  }

  @Test
  void a_variant_of_the_user_reaches_it() throws Exception {
    var outside = desk.directory().resolve("own.txt");
    var attempt =
        desk.start(
            Desk.OWN_VARIANT,
            ModelScript.of("shell echo \"a $FROM_VARIANT\" > '%s'".formatted(outside)));
    desk.awaitSuccess(attempt);

    var asked = desk.model().requestsWith(outside.toString()).getFirst();
    assertThat(asked.model()).isEqualTo(Desk.OWN_MODEL);
    assertThat(asked.mentions(desk.ownPlace().toString())).isTrue();
    assertThat(outside).as(desk.story(attempt)).hasContent("a fish");
  }

  @Test
  void it_has_the_tools_and_the_images_of_its_own_attempt() throws Exception {
    var attempt = desk.startWithImage(ModelScript.of("tool get_context {}", "say I know."));
    desk.awaitSuccess(attempt);

    var told = desk.model().requestsWith("workspace_branch").getLast();
    assertThat(told.answers().getLast()).contains(attempt);
    // why the quotation mark: the server's instructions speak of the tool, but it is not offered
    assertThat(told.mentions("respond_approval\"")).isFalse();
    assertThat(told.mentions("Always be kind to fish.")).isTrue();
    assertThat(told.mentions(Desk.PNG_BEGINS)).as("an image in %s", told.body()).isTrue();
  }
}
