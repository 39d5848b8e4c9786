package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.app.Repository;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The operations as people and scripts meet them, against a real server. */
@Tag("slow")
class VerbsTest {
  private static final String MISSING = "0198c0de-0000-7000-8000-000000000000";

  private static final Pattern WORD = Pattern.compile("'[^']*'|\\S+");
  private static final Pattern ID = Pattern.compile("(?m)^(task|attempt) id: +(\\S+)$");

  @TempDir static Path directory;
  static Program server;
  static String project;

  @BeforeAll
  static void serve() throws Exception {
    var repo = repository("repo");
    server = Program.baton("serve", "--port", "0", "--json", "--data-dir", data().toString());
    server.line();
    project =
        json("project", "add", "demo", "--repo", repo.toString()).path("project_id").asString("");
  }

  private static Path repository(String name) throws Exception {
    return BoardFixture.makeRepository(directory.resolve(name));
  }

  @AfterAll
  static void end() throws IOException {
    server.close();
  }

  private static Path data() {
    return directory.resolve("data");
  }

  private static Cli.Shell shell() {
    return new Cli.Shell(data());
  }

  private static Program.Ended baton(String... words) {
    return shell().baton(words);
  }

  /** What a verb says when all is well. */
  private static String said(String... words) {
    return shell().said(words);
  }

  private static ObjectNode json(String... words) {
    return shell().json(words);
  }

  private static String task(String title) {
    return json("task", "add", project, title).path("task_id").asString("");
  }

  /** An attempt whose run has ended. */
  private static String attempt(String task, String prompt) {
    return json("attempt", "start", task, "--executor", "FAKE_AGENT", "--wait", "--prompt", prompt)
        .path("attempt_id")
        .asString("");
  }

  @Test
  void a_task_goes_from_the_board_into_the_repository() throws Exception {
    var task = task("A file");
    assertThat(said("task", "list", project)).contains(task, "todo", "A file");

    var attempt = attempt(task, "say hello\nwrite b.txt one\nappend b.txt two");

    assertThat(said("attempt", "list", task)).contains(attempt, "FAKE_AGENT");
    assertThat(said("attempt", "status", attempt)).containsPattern("state: +completed");
    assertThat(said("attempt", "logs", attempt))
        .contains("--- process ", " hello\n", "[edit] write: b.txt (completed)\n");
    assertThat(said("attempt", "messages", attempt)).contains("user, ", "assistant, ", "  hello\n");
    assertThat(said("attempt", "changes", attempt))
        .isEqualTo("A  +2 -0  b.txt\n1 file changed, +2 -0\n");
    assertThat(said("attempt", "file", attempt, "b.txt")).isEqualTo("one\ntwo\n");
    assertThat(said("attempt", "patch", attempt))
        .startsWith("diff --git a/b.txt b/b.txt\n")
        .endsWith("+one\n+two\n")
        .isEqualTo(said("attempt", "patch", attempt, "b.txt"));

    assertThat(said("attempt", "merge", attempt)).containsPattern("task status: +done");
    assertThat(directory.resolve("repo/b.txt")).hasContent("one\ntwo\n");
    assertThat(said("attempt", "delete", attempt)).containsPattern("deleted: +yes");
    assertThat(said("task", "delete", task)).contains(task);
    assertThat(baton("task", "show", task).code()).isEqualTo(1);
  }

  @Test
  void content_that_is_not_shown_fails_the_command_and_says_why() {
    var attempt = attempt(task("Blocked"), "write b.txt one");

    for (var words : List.of("file %s nope", "patch %s ../x")) {
      var verb = ("attempt " + words.formatted(attempt)).split(" ", -1);
      var ended = baton(verb);
      assertThat(ended.code()).as(words).isEqualTo(1);
      assertThat(ended.out()).isEmpty();
      assertThat(ended.err()).startsWith("Not shown: ").hasLineCount(2);
      var asJson = new ArrayList<>(List.of(verb));
      asJson.add("--json");
      var script = baton(asJson.toArray(String[]::new));
      assertThat(script.code()).isEqualTo(1);
      assertThat(Json.parseObject(script.out()).path("blocked").asBoolean(false)).isTrue();
    }
  }

  @Test
  void what_an_agent_is_told_later_is_waited_for_too() {
    var task = task("Talk");
    var attempt = attempt(task, "say first");

    assertThat(json("follow-up", attempt, "say second", "--wait").path("state").asString(""))
        .isEqualTo("completed");
    assertThat(json("task", "follow-up", task, "say third", "--wait").path("state").asString(""))
        .isEqualTo("completed");

    assertThat(said("attempt", "messages", attempt)).contains("second", "third");
  }

  @Test
  void a_log_is_followed_until_the_run_ends() {
    var attempt =
        json(
                "attempt",
                "start",
                task("Slow"),
                "FAKE_AGENT",
                "--prompt",
                "say one\nsleep 1\nsay two")
            .path("attempt_id")
            .asString("");

    var ended = baton("attempt", "logs", attempt, "--follow");

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).containsSubsequence(" one\n", " two\n");
    assertThat(ended.err()).isEqualTo("The attempt is completed.\n");
    var lines = said("attempt", "logs", attempt, "--follow", "--json").lines().toList();
    assertThat(lines)
        .hasSizeGreaterThan(2)
        .allSatisfy(line -> assertThat(Json.parseObject(line).has("entry_index")).isTrue());
    assertThat(lines).anyMatch(line -> line.contains("two")).doesNotHaveDuplicates();
  }

  @Test
  void an_attempt_that_fails_fails_the_command_that_waits_for_it() {
    var task = task("Fail");

    var shown = baton("attempt", "start", task, "FAKE_AGENT", "--wait", "--prompt", "exit 3");

    assertThat(shown.code()).isEqualTo(1);
    assertThat(shown.out()).containsPattern("state: +failed").contains("exit code 3");
    assertThat(shown.err()).contains("baton: The attempt failed; 'baton attempt logs ");
    var plain =
        baton("attempt", "start", task, "FAKE_AGENT", "--wait", "--json", "--prompt", "exit 3");
    assertThat(plain.code()).isEqualTo(1);
    assertThat(Json.parseObject(plain.out()).path("state").asString("")).isEqualTo("failed");
  }

  @Test
  void an_operation_that_fails_says_what_to_do_next() {
    var ended = baton("task", "show", MISSING);

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .isEqualTo(
            "baton: There is no task %s\nNext: Call 'baton task list' and pass one of its task_id\n"
                .formatted(MISSING));
  }

  @Test
  void a_script_gets_the_envelope_on_standard_error() {
    var ended = baton("task", "show", MISSING, "--json");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(Json.parseObject(ended.err()).propertyNames())
        .contains("code", "message", "retryable", "hint");
    assertThat(Json.parseObject(ended.err()).path("code").asString("")).isEqualTo("not_found");
  }

  @Test
  void where_nothing_is_there_is_a_sentence_or_an_empty_list() {
    var task = task("Nothing");

    assertThat(said("attempt", "list", task))
        .isEqualTo("No such attempts here; start one with: baton attempt start TASK_ID EXECUTOR\n");
    assertThat(json("attempt", "list", task).path("attempts")).isEmpty();
    assertThat(said("task", "list", project, "--status", "cancelled"))
        .isEqualTo("No tasks here; add one with: baton task add PROJECT_ID TITLE\n");
  }

  @Test
  void things_can_be_called_by_their_names_and_by_how_their_ids_begin() {
    var task = task("Named");

    assertThat(json("task", "list", "demo").path("project_id").asString("")).isEqualTo(project);
    assertThat(json("task", "show", task.substring(0, 35)).path("task_id").asString(""))
        .isEqualTo(task);
    var ended = baton("task", "list", "nowhere");
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualTo(
            """
            baton: There is no project 'nowhere'
            Next: Give its id, or how its id begins or ends, from 'baton project list'
            """);
    assertThat(baton("task", "show", "0").err()).contains("'0' can mean ", " of kind task");
  }

  @Test
  void every_attempt_is_found_by_a_part_of_its_id_and_not_only_the_newest() {
    var task = task("Twice");
    var first = attempt(task, "say one");
    var second = attempt(task, "say two");

    for (var attempt : List.of(first, second)) {
      for (var part : List.of(attempt.substring(24), attempt.substring(0, 35))) {
        assertThat(json("attempt", "status", part).path("attempt_id").asString(""))
            .isEqualTo(attempt);
      }
    }
    var session = json("attempt", "status", first).path("latest_session_id").asString("");
    assertThat(
            json(
                    "follow-up",
                    "--session-id",
                    session.substring(20),
                    "--prompt",
                    "say more",
                    "--wait")
                .path("attempt_id")
                .asString(""))
        .isEqualTo(first);
    var ambiguous = baton("attempt", "status", first.substring(0, 2));
    assertThat(ambiguous.code()).isEqualTo(1);
    assertThat(ambiguous.err()).contains(first, second, "(Twice)", "of kind attempt");
    assertThat(said("find", "attempt", first.substring(24))).contains(first, "Twice");
  }

  @Test
  void all_attempts_are_listed_without_a_task() {
    var attempt = attempt(task("Recent"), "say hi");

    assertThat(said("attempt", "list")).contains(attempt, "Recent", "completed", "FAKE_AGENT");
    assertThat(json("attempt", "list", "--limit", "1").path("next_cursor").isString()).isTrue();
  }

  @Test
  void a_project_is_renamed_archived_and_named_where_an_id_is_asked_for() throws Exception {
    var id =
        json("project", "add", "old", "--repo", repository("named").toString())
            .path("project_id")
            .asString("");

    assertThat(said("project", "rename", "old", "new name")).contains(id, "new name");
    assertThat(said("workflow", "run", "triage_failures", "project_id=new name"))
        .contains(id, "list_tasks");
    var refused = baton("project", "add", "twin", "--repo", directory.resolve("named").toString());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("'new name'", id, "--allow-shared");
    assertThat(said("project", "archive", "new name")).containsPattern("archived: +yes");
    assertThat(said("project", "list")).doesNotContain(id);
    assertThat(said("project", "list", "--archived")).contains(id);
  }

  @Test
  void an_executor_that_is_misspelt_is_answered_with_the_nearest() {
    assertThat(baton("attempt", "start", task("Misspelt"), "FAKE_AGNT").err())
        .startsWith("baton: There is no executor 'FAKE_AGNT'; did you mean 'FAKE_AGENT'?");
  }

  @Test
  void a_relative_path_is_meant_as_the_caller_sees_it() throws Exception {
    var caller =
        Program.javaCommand(
            List.of(),
            Main.class,
            "project",
            "add",
            "here",
            "repo",
            "--allow-shared",
            "--json",
            "--data-dir",
            "data");
    try (var program = Program.start(caller, Map.of(), directory)) {
      var ended = program.await();

      assertThat(ended.code()).as(ended.err()).isZero();
      assertThat(Json.parseObject(ended.out()).path("repos").path(0).path("path").asString(""))
          .isEqualTo(directory.toRealPath().resolve("repo").toString());
    }
  }

  @Test
  void the_lines_of_the_page_about_it_work() throws Exception {
    var page = Files.readString(Repository.root().resolve("docs/command-line.md"));
    var block = Pattern.compile("(?s)```bash\n(./baton project add .*?)```").matcher(page);
    assertThat(block.find()).isTrue();
    // why: each repository belongs to one project
    var shop = repository("shop");
    var ids = new HashMap<>(Map.of("../shop", shop.toString()));

    for (var line : block.group(1).lines().toList()) {
      var words =
          WORD.matcher(line.substring("./baton ".length()))
              .results()
              .map(word -> word.group().replace("'", ""))
              .map(word -> ids.getOrDefault(word, word))
              .toArray(String[]::new);
      var ended = baton(words);
      assertThat(ended.code()).as("%s: %s", line, ended.err()).isZero();
      ID.matcher(ended.out())
          .results()
          .forEach(id -> ids.put(id.group(1).toUpperCase(Locale.ROOT) + "_ID", id.group(2)));
    }

    assertThat(shop.resolve("login.txt")).hasContent("fixed\nand tested\n");
  }

  @Test
  void operators_set_up_repositories_and_answer_agents() throws Exception {
    assertThat(said("repo", "set", "repo", "--copy", "*.env", "--copy", "a.txt"))
        .containsPattern("copy: +\\*.env, a.txt");
    assertThat(said("repo", "set", "repo", "--copy", "[]")).doesNotContain("copy:");
    assertThat(said("approvals", "list")).isEqualTo("No agent waits for an answer.\n");
    var attempt =
        json(
                "attempt",
                "start",
                task("Ask"),
                "FAKE_AGENT",
                "--variant",
                "APPROVALS",
                "--prompt",
                "ask May I?")
            .path("attempt_id")
            .asString("");
    var question =
        json("attempt", "status", attempt, "--wait-ms", "30000", "--since-state", "running")
            .path("pending_approvals")
            .path(0)
            .path("approval_id")
            .asString("");

    assertThat(said("approvals", "list")).contains(question, attempt, "May I?");
    assertThat(said("task", "list", "demo")).containsPattern("needs you +Ask");
    assertThat(said("approvals", "respond", question.substring(9), "deny", "--reason", "no"))
        .containsPattern("decision: +deny");
    assertThat(baton("attempt", "logs", attempt, "--follow").out()).contains("denied: no");
  }

  @Test
  void a_dev_server_is_three_words_away() {
    var ended = baton("attempt", "dev", "start", attempt(task("Dev"), "say x"));

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains("--dev-server");
  }

  @Test
  void all_lists_are_shown() {
    assertThat(said("executors")).startsWith("EXECUTOR").containsPattern("FAKE_AGENT +yes");
    assertThat(said("project", "list")).contains("PROJECT ID", project, "demo");
    assertThat(said("repo", "list", project)).contains("REPO ID", "main", "/repo\n");
  }
}
