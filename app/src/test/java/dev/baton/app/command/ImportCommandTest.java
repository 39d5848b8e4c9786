package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Issues that become tasks; the programs of the forges are stand-ins that check what they get. */
@Tag("slow")
class ImportCommandTest {
  private static final String GITHUB =
      "issue list --repo o/shop --label bug --state open --limit 1000000 --json"
          + " number,title,body,url,labels";
  private static final String GITLAB =
      "issue list --repo o/shop --label bug --output json --per-page 100 --page 1";

  @TempDir private Path directory;

  private Program.Ended issues(String... arguments) {
    var all = new ArrayList<>(List.of("import", "issues"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--data-dir", directory.resolve("data").toString()));
    return Cli.run(
        Map.of("PATH", directory.resolve("bin") + ":/usr/bin:/bin"), all.toArray(String[]::new));
  }

  /** A program that answers to exactly these arguments. */
  private void standIn(String name, String arguments, String answer) throws IOException {
    var program = Files.createDirectories(directory.resolve("bin")).resolve(name);
    Files.writeString(directory.resolve(name + ".json"), answer);
    Files.writeString(
        program,
        """
        #!/bin/sh
        if [ "$*" = '%s' ]; then exec cat '%s'; fi
        echo "unexpected: $*" >&2
        exit 4
        """
            .formatted(arguments, directory.resolve(name + ".json")));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static String github(String title, String body) {
    return """
    [{"number":12,"title":"%s","body":"%s","url":"https://github.com/o/shop/issues/12",
      "labels":[{"id":"x","name":"bug","color":"d73a4a"}]}]
    """
        .formatted(title, body);
  }

  private static JsonNode onlyTask(BoardFixture board) throws Exception {
    var tasks = board.client().call("list_tasks", Json.object()).path("tasks");
    assertThat(tasks).hasSize(1);
    return board
        .client()
        .call("get_task", Json.object().put("task_id", tasks.get(0).path("task_id").asString("")));
  }

  @Test
  void issues_of_github_come_with_their_link_and_are_updated_where_nobody_changed_them()
      throws Exception {
    try (var board = BoardFixture.in(directory)) {
      standIn("gh", GITHUB, github("Fix it", "All of it"));
      String[] command = {"--from", "github", "--repo", "o/shop", "--label", "bug"};

      assertThat(issues(command).out()).isEqualTo("Issues: 1 added, 0 updated, 0 unchanged.\n");
      assertThat(issues(command).out()).isEqualTo("Issues: 0 added, 0 updated, 1 unchanged.\n");

      var task = onlyTask(board);
      assertThat(task.path("title").asString("")).isEqualTo("Fix it");
      assertThat(task.path("description").asString(""))
          .isEqualTo("All of it\n\nFrom https://github.com/o/shop/issues/12");
      assertThat(task.path("labels").toString()).contains("bug");

      board
          .client()
          .call(
              "update_task",
              Json.object()
                  .put("task_id", task.path("task_id").asString(""))
                  .put("title", "Our title"));
      standIn("gh", GITHUB, github("Their title", "More of it"));

      assertThat(issues(command).out()).isEqualTo("Issues: 0 added, 1 updated, 0 unchanged.\n");
      var after = onlyTask(board);
      assertThat(after.path("title").asString("")).as("changed here").isEqualTo("Our title");
      assertThat(after.path("description").asString("")).startsWith("More of it");
    }
  }

  @Test
  void issues_of_gitlab_and_lines_come_too() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      standIn(
          "glab",
          GITLAB,
          """
          [{"iid":3,"title":"Theirs","description":"Text","web_url":"https://gitlab.com/o/shop/-/issues/3",
            "labels":["bug"]}]
          """);

      assertThat(issues("--from", "gitlab", "--repo", "o/shop", "--label", "bug").out())
          .startsWith("Issues: 1 added");
      assertThat(onlyTask(board).path("description").asString(""))
          .endsWith("From https://gitlab.com/o/shop/-/issues/3");

      var lines = directory.resolve("lines");
      Files.writeString(
          lines,
          """
          {"title":"One","url":"u1"}
          {"title":"Two","id":2,"body":"b","labels":["x"]}
          """);
      var ended =
          issues("--from", "jsonl", "--file", lines.toString(), "--project", "test", "--json");
      assertThat(Json.parseObject(ended.out()).path("added").asInt(0)).as(ended.err()).isEqualTo(2);

      var before = board.client().call("list_tasks", Json.object());
      Files.writeString(lines, "{\"title\":\"New\",\"url\":\"u9\"}\n{\"title\":5}\n");
      assertThat(issues("--from", "jsonl", "--file", lines.toString()).err())
          .contains("Line 2 is no issue", "Nothing was imported");
      Files.writeString(
          lines,
          "{\"title\":\"New\",\"url\":\"u9\"}\n{\"title\":\"Long\",\"url\":\"%s\"}\n"
              .formatted("u".repeat(501)));
      assertThat(issues("--from", "jsonl", "--file", lines.toString()).err())
          .contains("Line 2 makes no task: link has 501 characters", "Nothing was imported");
      assertThat(board.client().call("list_tasks", Json.object())).isEqualTo(before);

      Files.writeString(
          lines,
          """
          {"title":"Other","url":"u3"}
          {"title":"Wanted","url":"u4","labels":["x"]}
          """);
      assertThat(issues("--from", "jsonl", "--file", lines.toString(), "--label", "x").out())
          .startsWith("Issues: 1 added, 0 updated, 0 unchanged");
    }
  }

  @Test
  void issues_come_without_a_server_and_a_deleted_task_does_not_come_back() throws Exception {
    var lines = directory.resolve("lines");
    Files.writeString(lines, "{\"title\":\"One\",\"url\":\"u1\",\"labels\":[\" x \",\"a\"]}\n");
    String[] command = {"--from", "jsonl", "--file", lines.toString()};
    assertThat(issues(command).err()).contains("There is no database");
    var elsewhere = directory.resolve("none.db").toString();
    assertThat(issues("--from", "jsonl", "--file", lines.toString(), "--db", elsewhere).err())
        .contains("There is no database " + elsewhere);
    try (var board = BoardFixture.in(directory)) {
      assertThat(issues(command).out()).startsWith("Issues: 1 added");
      Files.writeString(lines, "{\"title\":\"One\",\"url\":\"u1\",\"labels\":[\"b\"]}\n");
      assertThat(issues(command).out()).isEqualTo("Issues: 0 added, 1 updated, 0 unchanged.\n");
      var task = onlyTask(board);
      assertThat(task.path("labels").toString()).contains("b").doesNotContain("x");
      board
          .client()
          .call("delete_task", Json.object().put("task_id", task.path("task_id").asString("")));
    }

    assertThat(issues(command).out()).isEqualTo("Issues: 0 added, 0 updated, 1 unchanged.\n");
    Files.writeString(lines, "{\"title\":\"Two\",\"url\":\"u2\"}\n");
    assertThat(issues("--from", "jsonl", "--file", lines.toString(), "--project", "tset").err())
        .contains("There is no project 'tset'", "baton project list");
    assertThat(issues("--from", "jsonl", "--file", lines.toString(), "--project", "test").out())
        .startsWith("Issues: 1 added");
  }

  @Test
  void how_many_issues_were_cut_to_fit_is_said() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var lines = directory.resolve("lines");
      Files.writeString(
          lines,
          """
          {"title":"%s","url":"u1"}
          {"title":"%s","url":"u2"}
          {"title":"One\\nline","url":"u3","labels":["%s"]}
          """
              .formatted("a".repeat(500), "b".repeat(501), "c".repeat(51)));
      String[] command = {"--from", "jsonl", "--file", lines.toString()};

      assertThat(issues(command).out())
          .isEqualTo(
              "Issues: 3 added, 0 updated, 0 unchanged. 2 cut to fit: a title has at most 500"
                  + " characters, a label 50, a task 20 labels.\n");
      Files.writeString(lines, "{\"title\":\"%s\",\"url\":\"u2\"}\n".formatted("b".repeat(501)));
      assertThat(issues("--from", "jsonl", "--file", lines.toString(), "--json").out())
          .isEqualTo("{\"added\":0,\"updated\":0,\"unchanged\":1,\"cut\":1}\n");
      assertThat(board.client().call("list_tasks", Json.object()).path("tasks")).hasSize(3);
    }
  }

  @Test
  void a_broken_file_of_vibe_kanban_is_named_as_the_user_named_it() throws Exception {
    var file = Files.writeString(directory.resolve("db.sqlite"), "no database, but long enough");

    var ended =
        Cli.run(
            Map.of("HOME", directory.toString()),
            "import",
            "vibe-kanban",
            file.toString(),
            "--data-dir",
            directory.resolve("data").toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .contains(file + " is not an SQLite database", "another copy of it")
        .doesNotContain("baton-vibe-kanban");
  }

  @Test
  void signs_that_no_database_keeps_are_no_change_when_the_issue_comes_again() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var lines = directory.resolve("lines");
      Files.writeString(
          lines,
          "{'title':'A\\ud83d','url':'u','body':'b\\u0000c\\udc00','labels':['l\\ud83d']}\n"
              .replace('\'', '"'));
      String[] command = {"--from", "jsonl", "--file", lines.toString()};

      assertThat(issues(command).out()).isEqualTo("Issues: 1 added, 0 updated, 0 unchanged.\n");
      assertThat(issues(command).out()).isEqualTo("Issues: 0 added, 0 updated, 1 unchanged.\n");
      assertThat(onlyTask(board).path("description").asString("")).startsWith("b\u2400c\ufffd");
    }
  }

  @Test
  void names_that_nobody_can_see_do_not_stop_an_import() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      standIn(
          "gh", GITHUB, github("\u200b", "All of it").replace("}]}", "},{\"name\":\"\u200b\"}]}"));

      assertThat(issues("--from", "github", "--repo", "o/shop", "--label", "bug").out())
          .isEqualTo("Issues: 1 added, 0 updated, 0 unchanged.\n");
      assertThat(onlyTask(board).path("title").asString("")).isEqualTo("Without a title");
    }
  }

  @Test
  void what_is_no_issue_is_refused_by_its_line_and_nothing_comes() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var lines = directory.resolve("lines");
      for (var wrong :
          List.of(
              "{'title':'','url':'u'}",
              "{'title':' ','url':'u'}",
              "{'title':'\u200b','url':'u'}",
              "{'title':'A','url':'u','labels':'bug'}",
              "{'title':'A','url':'u','labels':[1]}")) {
        Files.writeString(
            lines, "{'title':'Good','url':'g'}\n%s\n".formatted(wrong).replace('\'', '"'));
        assertThat(issues("--from", "jsonl", "--file", lines.toString()).err())
            .as(wrong)
            .contains("Line 2 is no issue", "labels is a list of names", "Nothing was imported");
      }
      Files.writeString(
          lines, "{'title':'A','url':'u'}\n\n{'title':'B','url':'u'}\n".replace('\'', '"'));
      assertThat(issues("--from", "jsonl", "--file", lines.toString()).err())
          .contains("Line 3 has the url of line 1, 'u'");
      assertThat(issues("--from", "github", "--file", lines.toString()).err())
          .contains("--file is for --from jsonl");
      assertThat(issues("--from", "jsonl", "--repo", "o/shop").err())
          .contains("--repo is for --from github or gitlab");
      for (var wrong : List.of("{\"message\":\"Bad credentials\"}", "[{\"title\":\"A\"}]")) {
        standIn("gh", GITHUB, wrong);
        var refused = issues("--from", "github", "--repo", "o/shop", "--label", "bug", "--json");
        assertThat(Json.parseObject(refused.err()).path("code").asString(""))
            .isEqualTo("forge_unavailable");
        assertThat(refused.err()).contains("gh answered with something that is no ");
      }
      assertThat(board.client().call("list_tasks", Json.object()).path("tasks")).isEmpty();
    }
  }

  @Test
  void a_forge_that_cannot_be_asked_is_said_with_the_way_to_log_in() throws Exception {
    try (var _ = BoardFixture.in(directory)) {
      standIn("gh", "never", "[]");

      var failed = issues("--from", "github", "--json");
      assertThat(failed.code()).isEqualTo(1);
      assertThat(Json.parseObject(failed.err()).path("code").asString(""))
          .isEqualTo("forge_unavailable");
      assertThat(failed.err()).contains("gh auth login", "unexpected: issue list");
      Files.delete(directory.resolve("bin/gh"));
      assertThat(
              Cli.run(
                      Map.of("PATH", directory.toString()),
                      "import",
                      "issues",
                      "--from",
                      "github",
                      "--data-dir",
                      directory.resolve("data").toString())
                  .err())
          .contains("gh is not on the PATH", "gh auth login");
      assertThat(issues("--from", "jira").err()).contains("is neither github, gitlab nor jsonl");
      assertThat(issues("--from", "jsonl", "--file", "/none").err()).contains("There is no file");
    }
  }

  @Test
  void a_mistyped_origin_is_asked_for() {
    for (var wrong :
        List.of(
            List.of("vibe-kanbn"),
            List.of("vibe-kanbn", "/old/db.sqlite"),
            List.of("vibe-kanbn", "--dry-run"))) {
      var words = new ArrayList<>(List.of("import"));
      words.addAll(wrong);
      words.addAll(List.of("--data-dir", directory.resolve("data").toString()));

      assertThat(Cli.run(Map.of(), words.toArray(String[]::new)).err())
          .as(wrong.toString())
          .endsWith("; did you mean 'vibe-kanban'?\n");
    }
  }

  @Test
  void a_board_of_vibe_kanban_that_is_not_there_is_said() {
    var ended =
        Cli.run(
            Map.of("HOME", directory.toString()),
            "import",
            "vibe-kanban",
            "--data-dir",
            directory.resolve("data").toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .contains(
            "There is no database of vibe-kanban at "
                + directory.resolve(".local/share/vibe-kanban/db.v2.sqlite"));
  }
}
