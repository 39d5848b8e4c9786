package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.image.PngBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What needs the workspace or a program is asked of one server and done by another. */
@Tag("slow")
class OtherNodeTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String NO_IMAGE = "00000000-0000-7000-8000-000000000003";

  @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;
  private String address = "";

  @BeforeEach
  void choose() {
    address = databases.newAddress();
  }

  private BoardNode node(String name) throws IOException {
    return new BoardNode(directory, address, name, false);
  }

  /** A node that has an agent which the others do not have. */
  private BoardNode nodeWithQwen(String name) throws IOException {
    var program = directory.resolve("qwen");
    Files.writeString(program, "#!/bin/sh\necho 9.8.7\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return new BoardNode(
        directory,
        address,
        name,
        false,
        "executors: {QWEN_CODE: {command: '%s', models: [far-model]}}\n".formatted(program));
  }

  @Test
  void the_pages_offer_agents_that_only_another_server_has() throws Exception {
    try (var there = nodeWithQwen("there");
        var here = node("here")) {
      var project = here.project();
      var task = here.call("create_task", "project_id", project, "title", "A task");
      here.awaitNodes("QWEN_CODE", 1);

      for (var path :
          List.of(
              "/tasks/%s/attempts/new".formatted(task.path("task_id").asString()),
              "/tasks/new?project=" + project)) {
        assertThat(here.page(path).body()).contains("value=\"QWEN_CODE\"", "far-model");
      }
      assertThat(here.page("/projects/" + project).body()).contains("Qwen Code");
      assertThat(here.page("/projects/new").body()).contains("9.8.7");
      assertThat(there.page("/projects/new").body()).contains("9.8.7");
    }
  }

  @Test
  void work_is_seen_continued_merged_and_deleted_from_any_server() throws Exception {
    try (var there = node("there");
        var here = node("here")) {
      var project = there.project();
      var started = there.start(project, "write new.txt hello");
      var attempt = started.path("attempt_id").asString();
      here.awaitState(attempt, "completed");

      assertThat(here.call("get_attempt_changes", "attempt_id", attempt))
          .isEqualTo(there.call("get_attempt_changes", "attempt_id", attempt));
      assertThat(
              here.call("get_attempt_file", "attempt_id", attempt, "path", "new.txt")
                  .path("content")
                  .asString())
          .startsWith("hello");
      var paths =
          Json.object().put("attempt_id", attempt).set("paths", Json.strings(List.of("new.txt")));
      assertThat(here.api("get_attempt_patch", paths).path("patch").asString()).contains("+hello");
      assertThat(here.page("/attempts/%s/review".formatted(attempt)).body()).contains("new.txt");
      assertThat(here.page("/attempts/%s/review/file?path=new.txt".formatted(attempt)).statusCode())
          .isEqualTo(200);
      assertThat(here.page("/attempts/%s/merge".formatted(attempt)).statusCode()).isEqualTo(200);

      here.call("follow_up", "attempt_id", attempt, "action", "send", "prompt", "write more.txt m");
      here.awaitState(attempt, "completed");
      assertThat(
              here.form("/attempts/%s/follow-ups".formatted(attempt), "prompt=write%20last.txt%20l")
                  .statusCode())
          .isEqualTo(200);
      await()
          .atMost(PATIENCE)
          .until(
              () ->
                  here.call("get_attempt_changes", "attempt_id", attempt)
                          .path("summary")
                          .path("file_count")
                          .asInt()
                      == 3);
      here.awaitState(attempt, "completed");

      assertThat(here.call("merge_attempt", "attempt_id", attempt).path("task_status").asString())
          .isEqualTo("done");
      var other = there.start(project, "write gone.txt g").path("attempt_id").asString();
      here.awaitState(other, "completed");
      var task = started.path("task_id").asString();
      assertThat(here.call("delete_attempt", "attempt_id", other).path("deleted").asBoolean())
          .isTrue();
      here.call("delete_task", "task_id", task);
      assertThatThrownBy(() -> there.call("get_task", "task_id", task)).hasMessageContaining(task);
      assertThat(directory.resolve("there/worktrees").resolve(attempt)).doesNotExist();
    }
  }

  @Test
  void an_agent_is_stopped_and_answered_from_any_server() throws Exception {
    try (var there = node("there");
        var here = node("here")) {
      var project = there.project();
      var attempt = there.start(project, "say here\nhang").path("attempt_id").asString();
      here.awaitState(attempt, "running");
      assertThat(here.call("stop_attempt", "attempt_id", attempt).path("state").asString())
          .isEqualTo("failed");

      var asking =
          there
              .call(
                  "start_task_attempt",
                  "task_id",
                  there
                      .call("create_task", "project_id", project, "title", "Ask")
                      .path("task_id")
                      .asString(),
                  "executor",
                  "FAKE_AGENT",
                  "variant",
                  "APPROVALS",
                  "prompt",
                  "ask May I?\nsay done")
              .path("attempt_id")
              .asString();
      var approval =
          await()
              .atMost(PATIENCE)
              .until(
                  () ->
                      here.call("get_attempt_status", "attempt_id", asking)
                          .path("pending_approvals")
                          .path(0)
                          .path("approval_id")
                          .asString(""),
                  id -> !id.isEmpty());
      here.call("respond_approval", "approval_id", approval, "decision", "approve");
      here.awaitState(asking, "completed");
    }
  }

  @Test
  void an_attempt_moves_between_servers_that_share_a_repository_and_back() throws Exception {
    try (var there = node("there");
        var here = node("here")) {
      var project = there.project();
      // why one line each: an agent that is told what was said before does no line of it again
      var attempt = there.start(project, "write one.txt 1").path("attempt_id").asString();
      here.awaitState(attempt, "completed");
      here.call(
          "follow_up", "attempt_id", attempt, "action", "send", "prompt", "write loose.txt 2");
      here.awaitState(attempt, "completed");
      var first = here.workspace(attempt);
      assertThat(first).startsWith(directory.resolve("there"));
      here.awaitNodes("FAKE_AGENT", 2);

      move(here, attempt);
      assertThat(here.workspace(attempt)).startsWith(directory.resolve("here"));
      await().atMost(PATIENCE).until(() -> !Files.exists(first));
      here.call("follow_up", "attempt_id", attempt, "action", "send", "prompt", "write more.txt m");
      here.awaitState(attempt, "completed");
      assertThat(files(there, attempt)).containsExactly("loose.txt", "more.txt", "one.txt");

      var task = here.call("get_attempt_status", "attempt_id", attempt).path("task_id").asString();
      var form = "/attempts/%s/move".formatted(attempt);
      assertThat(here.page("/tasks/" + task).body()).contains(form, "Node to move to");
      assertThat(here.form(form, "to=nowhere").body()).contains("nowhere");
      assertThat(here.form(form, "to=").statusCode()).isEqualTo(200);
      here.awaitState(attempt, "completed");
      assertThat(here.workspace(attempt)).isEqualTo(first);
      assertThat(files(here, attempt)).containsExactly("loose.txt", "more.txt", "one.txt");
      assertThat(here.call("merge_attempt", "attempt_id", attempt).path("task_status").asString())
          .isEqualTo("done");
    }
  }

  /** Its agent says what it is told to, and that it goes on. */
  private static void move(BoardNode board, String attempt) throws Exception {
    // why more than once: it takes a moment until the other server has seen the repository
    await()
        .atMost(PATIENCE)
        .until(() -> board.api("move_attempt", Json.object().put("attempt_id", attempt)).has("to"));
    board.awaitState(attempt, "completed");
  }

  private static List<String> files(BoardNode board, String attempt) throws Exception {
    var changes = board.call("get_attempt_changes", "attempt_id", attempt);
    return changes
        .path("files")
        .valueStream()
        .map(it -> it.path("path").asString())
        .sorted()
        .toList();
  }

  @Test
  void a_call_whose_notification_is_lost_is_found_and_one_that_was_taken_back_is_not_done()
      throws Exception {
    try (var there = node("there");
        var here = node("here")) {
      var project = there.project();
      var attempt = there.start(project, "say here\nhang").path("attempt_id").asString();
      here.awaitState(attempt, "running");
      // why by hand: this is how a call looks whose word nobody heard
      var id = "00000000-0000-7000-8000-000000000001";
      insertCall(id, attempt, "stop_attempt", Json.object().put("attempt_id", attempt));
      await().atMost(PATIENCE).until(() -> answer(id).contains("\"stopped\":1"));
      here.awaitState(attempt, "failed");
    }
  }

  @Test
  void a_node_that_is_gone_is_named_and_the_call_changes_nothing() throws Exception {
    try (var here = node("here")) {
      String attempt;
      try (var there = node("there")) {
        attempt = there.start(there.project(), "write a.txt x").path("attempt_id").asString();
        here.awaitState(attempt, "completed");
      }
      var begun = System.nanoTime();
      var refusal = here.api("stop_attempt", Json.object().put("attempt_id", attempt));
      assertThat(refusal.path("code").asString()).isEqualTo("node_unavailable");
      assertThat(refusal.path("retryable").asBoolean()).isTrue();
      assertThat(refusal.path("details").path("node").asString()).contains("there");
      assertThat(refusal.path("details").path("last_seen").asString()).startsWith("20");
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(40));
      assertThat(calls()).isZero();
      assertThat(refusal.path("hint").asString()).contains("go on elsewhere with move_attempt.");
      assertThatThrownBy(() -> here.call("stop_attempt", "attempt_id", attempt))
          .as("models have no such tool")
          .hasMessageContaining("go on elsewhere with 'baton attempt move'.")
          .hasMessageContaining("ask the user to run it");

      var page = here.page("/attempts/%s/review".formatted(attempt));
      assertThat(page.statusCode()).isEqualTo(409);
      assertThat(page.body()).contains("last seen");
    }
  }

  @Test
  void what_another_node_refuses_names_the_tools_of_the_server_that_was_asked() throws Exception {
    try (var there = new BoardNode(directory, address, "there", true)) {
      var attempt = there.start(there.project(), "write a.txt x").path("attempt_id").asString();
      there.awaitState(attempt, "completed");
      try (var here = node("here")) {
        var retry = Json.object().put("attempt_id", attempt).put("turn", 9);
        assertThatThrownBy(() -> here.call("retry_turn", retry))
            .as("the other one has no such tool")
            .hasMessageEndingWith(
                "Call list_turns with this attempt_id, and repeat retry_turn"
                    + " with one of its turns");
        var image = Json.object().put("attempt_id", attempt).put("action", "send");
        image.put("prompt", "say it").set("images", Json.strings(List.of(NO_IMAGE)));
        assertThatThrownBy(() -> here.call("follow_up", image))
            .as("models have it nowhere")
            .hasMessageEndingWith(
                "Call 'baton image add' and use the image_id of its answer; you have no tool for"
                    + " what begins with 'baton': ask the user to run it");
      }
    }
  }

  @Test
  void no_file_is_read_for_another_node() throws Exception {
    try (var there = node("there")) {
      var attempt = there.start(there.project(), "say here").path("attempt_id").asString();
      there.awaitState(attempt, "completed");
      var file = Files.write(directory.resolve("secret.png"), PngBytes.of(100));
      var id = "00000000-0000-7000-8000-000000000002";
      var arguments =
          Json.object()
              .put("attempt_id", attempt)
              .put("action", "send")
              .put("prompt", "say it")
              .set("images", Json.strings(List.of("file://" + file)));
      insertCall(id, attempt, "follow_up", arguments);
      await().atMost(PATIENCE).until(() -> answer(id).contains("isError"));
      assertThat(answer(id)).contains("Only the user of the server's machine can name files of it");
    }
  }

  private void insertCall(String id, String attempt, String operation, ObjectNode arguments)
      throws SQLException {
    try (var connection = DriverManager.getConnection(address);
        var statement =
            connection.prepareStatement(
                """
                insert into node_call (id, node, request, asked_at)
                select ?, node, ?, (extract(epoch from now()) * 1000)::bigint from attempt
                where id = ?
                """)) {
      statement.setString(1, id);
      statement.setString(
          2,
          Json.object()
              .put("kind", "operation")
              .put("name", operation)
              .put("owner", "local")
              .put("operator", true)
              .set("arguments", arguments)
              .toString());
      statement.setString(3, attempt);
      assertThat(statement.executeUpdate()).isEqualTo(1);
    }
  }

  private String answer(String id) throws SQLException {
    try (var connection = DriverManager.getConnection(address);
        var statement = connection.prepareStatement("select answer from node_call where id = ?")) {
      statement.setString(1, id);
      try (var rows = statement.executeQuery()) {
        return rows.next() ? String.valueOf(rows.getString(1)) : "";
      }
    }
  }

  private int calls() throws SQLException {
    try (var connection = DriverManager.getConnection(address);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select count(*) from node_call")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
