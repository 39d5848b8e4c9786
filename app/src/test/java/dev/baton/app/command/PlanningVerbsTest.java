package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** The board kept in order from the command line, against a real server. */
@Tag("slow")
class PlanningVerbsTest {
  @TempDir static Path directory;
  static Program server;

  @BeforeAll
  static void serve() throws Exception {
    server = Program.baton("serve", "--port", "0", "--json", "--data-dir", data().toString());
    server.line();
    for (var name : List.of("shop", "site")) {
      var repo = BoardFixture.makeRepository(directory.resolve(name));
      said("project", "add", name, "--repo", repo.toString());
    }
    said("task", "add", "shop", "First", "--label", "bug", "--label", "web", "--priority", "high");
    said("task", "add", "shop", "Second");
    said("task", "add", "site", "Third");
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

  private static String said(String... words) {
    return shell().said(words);
  }

  private static ObjectNode json(String... words) {
    return shell().json(words);
  }

  private static List<String> titles(String... words) {
    return json(words)
        .path("tasks")
        .valueStream()
        .map(task -> task.path("title").asString())
        .toList();
  }

  @Test
  void a_task_is_called_by_its_number_wherever_its_id_is() {
    assertThat(json("task", "show", "2").path("title").asString()).isEqualTo("Second");
    assertThat(json("task", "show", "shop#1").path("title").asString()).isEqualTo("First");
    assertThat(json("task", "show", "site#1").path("title").asString()).isEqualTo("Third");
    assertThat(json("attempt", "list", "#2").path("attempts").isEmpty()).isTrue();
    var several = baton("task", "show", "1");
    assertThat(several.code()).isEqualTo(1);
    assertThat(several.err())
        .contains("'1' can mean 2 different things of kind task", "shop#1 First", "site#1 Third");
    assertThat(baton("task", "show", "shop#99").err()).contains("There is no task 'shop#99'");
  }

  @Test
  void tasks_wait_for_others_and_projects_start_them_by_themselves() throws Exception {
    var repo = BoardFixture.makeRepository(directory.resolve("graph"));
    said("project", "add", "graph", "--repo", repo.toString());
    said("task", "add", "graph", "Gate");
    var last =
        json("task", "add", "graph", "Last", "--blocked-by", "#1", "--auto-start", "FAKE_AGENT");

    assertThat(last.path("blocked_by").path(0).path("name").asString()).isEqualTo("graph#1");
    assertThat(last.path("auto_start").path("executor").asString()).isEqualTo("FAKE_AGENT");
    assertThat(said("task", "list", "graph")).contains("blocked");
    var refused = baton("attempt", "start", "graph#2", "FAKE_AGENT");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("Task #2 waits for graph#1 'Gate' (todo)", "force");
    var free = json("task", "update", "graph#2", "--blocked-by", "[]", "--auto-start", "");
    assertThat(free.path("blocked_by").isEmpty()).isTrue();
    assertThat(free.path("auto_start").isNull()).isTrue();

    var rule = "{\"limit\": 2, \"executor\": \"FAKE_AGENT\", \"labels\": [\"auto\"]}";
    assertThat(
            json("project", "update", "graph", "--auto-start", rule)
                .path("auto_start")
                .path("limit")
                .asInt())
        .isEqualTo(2);
    said("project", "update", "graph", "--auto-start-paused");
    assertThat(said("project", "list")).contains("paused: paused by hand");
    said("project", "update", "graph", "--auto-start-paused=false");
    assertThat(
            json("project", "update", "graph", "--auto-start", "0:FAKE_AGENT")
                .path("auto_start")
                .isNull())
        .isTrue();
    said("task", "delete", "graph#1");
    said("task", "delete", "graph#2");
    said("project", "archive", "graph");
  }

  @Test
  void a_board_is_narrowed_ordered_and_tidied_up() {
    assertThat(titles("task", "list")).containsExactly("Third", "Second", "First");
    assertThat(titles("task", "list", "--label", "web", "--priority", "high"))
        .containsExactly("First");
    assertThat(titles("task", "list", "shop", "--query", "SEC")).containsExactly("Second");
    assertThat(said("task", "list", "shop")).containsPattern("#1 +high +bug, web +First");

    said("task", "update", "shop#1", "--position", "top");
    assertThat(titles("task", "list", "shop", "--sort", "position"))
        .containsExactly("First", "Second");
    said("task", "update", "shop#1", "--position", "after:shop#2");
    assertThat(titles("task", "list", "shop", "--sort", "position"))
        .containsExactly("Second", "First");
    assertThat(baton("task", "update", "2", "--position", "sideways").err())
        .contains("--position is 'sideways', but it takes top, bottom, before:TASK or after:TASK")
        .doesNotContain("{");
    assertThat(baton("task", "update", "shop#2", "--position", "before:shop#2").err())
        .contains("cannot stand before itself", "with a position beside another task")
        .doesNotContain("position.");

    assertThat(said("label", "list", "shop")).contains("bug", "blue", "web");
    assertThat(said("label", "set", "shop", "bug", "--colour", "red", "--new-name", "defect"))
        .contains("defect", "red");
    assertThat(json("task", "show", "shop#1").path("labels").toString())
        .isEqualTo("[\"defect\",\"web\"]");

    assertThat(json("task", "archive", "2").path("archived").asBoolean()).isTrue();
    assertThat(titles("task", "list", "shop")).containsExactly("First");
    assertThat(titles("task", "list", "--archived")).containsExactly("Second");
    said("task", "archive", "2", "--archived=false");
    said("task", "update", "2", "--status", "done");
    assertThat(json("task", "archive", "--done-before", "7d").path("count").intValue()).isZero();
    assertThat(baton("task", "archive", "--done-before", "soon").err())
        .contains("--done-before is 'soon'", "such as 7d");
    assertThat(json("costs", "--task-id", "shop#1").path("tasks")).isEmpty();
    assertThat(said("costs", "--task-id", "shop#1")).startsWith("$0.00 from ");
    assertThat(said("insights", "--project-id", "shop"))
        .contains("No agent has worked in these days.");
    var all = json("task", "archive", "--done-before", "2999-01-01T00:00:00Z");
    assertThat(all.path("count").intValue()).isEqualTo(1);
    assertThat(baton("task", "archive").err())
        .contains("'baton task archive' takes task_id and archived for one task");
  }

  @Test
  void images_are_files_on_the_command_line() throws Exception {
    var picture = Files.writeString(directory.resolve("shot.gif"), "GIF89a and so on").toString();
    var task = json("task", "add", "site", "Look", "--image", picture).path("task_id").asString();
    said("attempt", "start", task, "FAKE_AGENT", "--prompt", "say seen", "--wait");
    said("task", "follow-up", task, "say again", "--image", picture, "--wait");
    var attempt = json("attempt", "list", task).path("latest_attempt_id").asString();
    said("attempt", "retry", attempt, "1", "--image", picture, "--wait");

    var shown =
        json("attempt", "logs", attempt)
            .path("entries")
            .valueStream()
            .filter(entry -> entry.path("type").asString().equals("user_message"))
            .filter(entry -> entry.path("content").asString().contains(".gif"))
            .count();
    assertThat(shown).as("each turn was told of a file").isEqualTo(3);

    var text = Files.writeString(directory.resolve("text.gif"), "no picture").toString();
    assertThat(baton("task", "add", "site", "None", "--image", text).err())
        .contains("The content is no PNG, JPEG, WebP or GIF image");
    assertThat(baton("task", "add", "site", "None", "--image", "gone.gif").err())
        .contains("There is no file gone.gif");
    assertThat(titles("task", "list", "--query", "None")).isEmpty();
  }

  private static String begin(String id) {
    return id.substring(0, 30);
  }

  private static String end(String id) {
    return id.substring(6);
  }

  @Test
  void images_comments_messages_and_blockers_are_found_by_how_their_ids_begin_or_end()
      throws Exception {
    var picture = Files.writeString(directory.resolve("part.gif"), "GIF89a and so on").toString();
    var gate = json("task", "add", "site", "Gate").path("task_id").asString();
    var last = json("task", "add", "site", "Part", "--blocked-by", begin(gate));
    assertThat(last.path("blocked_by").path(0).path("task_id").asString()).isEqualTo(gate);
    assertThat(baton("task", "add", "site", "None", "--blocked-by", "nothing").err())
        .contains("There is no task 'nothing'");
    var task = json("task", "update", end(gate), "--blocked-by", "[]").path("task_id").asString();

    said(
        "attempt",
        "start",
        task,
        "FAKE_AGENT",
        "--prompt",
        "write part.txt one\nsay done",
        "--wait");
    var attempt = json("attempt", "list", task).path("latest_attempt_id").asString();
    var image = json("image", "add", picture, "--attempt-id", attempt).path("image_id").asString();
    said("follow-up", attempt, "hang", "--image", end(image));
    var queued =
        json("follow-up", attempt, "say never", "--action", "queue")
            .at("/queue/messages/0/queued_id")
            .asString();
    var cancelled = json("follow-up", attempt, "--action", "cancel", "--queued-id", begin(queued));
    assertThat(cancelled.path("cancelled").asInt()).isEqualTo(1);
    said("attempt", "stop", attempt, "--force");

    var comment =
        json("attempt", "comment", attempt, "part.txt", "1", "Why?").path("comment_id").asString();
    said("attempt", "uncomment", end(comment));
    assertThat(baton("attempt", "comment", attempt, "--entry-index", "0", "--text", "Mine").err())
        .contains("Entry 0 is no message or plan of the agent but of type user_message");
    var message =
        json("attempt", "logs", attempt)
            .path("entries")
            .valueStream()
            .filter(entry -> entry.path("type").asString().equals("assistant_message"))
            .map(entry -> entry.path("entry_index").asString())
            .findFirst()
            .orElseThrow();
    var said = json("attempt", "comment", attempt, "--entry-index", message, "--text", "Say more");
    assertThat(said.path("entry_index").asString()).isEqualTo(message);
    assertThat(said.has("path")).isFalse();
    said("attempt", "uncomment", said.path("comment_id").asString());
    assertThat(
            baton("attempt", "comment", attempt, "part.txt", "1", "Both", "--entry-index", "0")
                .err())
        .contains("A comment is about lines of a file or about a message of the agent");
    assertThat(json("attempt", "comments", attempt).path("comments").isEmpty()).isTrue();
    var other = json("image", "add", picture, "--attempt-id", attempt).path("image_id").asString();
    assertThat(json("image", "remove", begin(other)).path("image_id").asString()).isEqualTo(other);
    said("task", "delete", last.path("task_id").asString());
    said("task", "delete", task);
  }
}
