package dev.baton.app.verb;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.program.VisibleControls;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.Terminal;
import dev.baton.mcp.protocol.Json;
import java.io.StringWriter;
import java.util.TimeZone;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Answers as people see them, in a file and on a terminal. */
class ViewTest {
  private static final TimeZone ZONE = TimeZone.getTimeZone("Europe/Berlin");
  private static final Terminal FILE = new Terminal(Integer.MAX_VALUE, false, false, ZONE);
  private static final Terminal NARROW = new Terminal(60, true, false, ZONE);
  private static final Terminal COLOURFUL = new Terminal(40, true, true, ZONE);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private String shown(String operation, Terminal terminal, String answer) {
    var screen =
        new Screen(
            VisibleControls.writer(out, terminal::live),
            VisibleControls.writer(err, terminal::live),
            terminal);
    Styles.of(operation).view().show(Json.parseObject(answer.replace('\'', '"')), screen);
    return out.toString();
  }

  @Test
  void columns_are_aligned_and_times_are_local() {
    assertThat(
            shown(
                "list_projects",
                FILE,
                """
                {'projects': [
                  {'project_id': '1', 'name': 'One', 'updated_at': '2026-11-15T14:03:12.345Z',
                   'repos': [{'repo_id': 'a', 'path': '/a'}, {'repo_id': 'b', 'path': '/b'}]},
                  {'project_id': '22', 'name': 'Two', 'updated_at': '2026-06-15T14:03:12Z',
                   'budget_exceeded': true}],
                 'count': 2, 'next_cursor': 'abc'}\
                """))
        .isEqualTo(
            """
            PROJECT ID  UPDATED AT           NAME  AUTO START  BUDGET   REPOS
            1           2026-11-15 15:03:12  One                        /a, /b
            22          2026-06-15 16:03:12  Two               used up
            """);
    assertThat(err).hasToString("There is more: --cursor abc\n");
  }

  @Test
  void when_a_node_was_seen_last_is_a_time_like_others() {
    assertThat(
            shown(
                "list_nodes",
                FILE,
                "{'nodes': [{'node': 'a', 'last_seen': '2026-11-15T14:03:12.345Z'}]}"))
        .endsWith("2026-11-15 15:03:12\n");
  }

  @Test
  void costs_that_are_not_told_are_unknown_and_never_0() {
    assertThat(
            shown(
                "get_costs",
                FILE,
                """
                {'since': '2026-11-16', 'until': '2026-11-17', 'time_zone': 'Etc/UTC',
                 'total': {'key': 'all', 'turns': 3, 'unknown_turns': 1, 'known': false, 'cost_usd': 1.50},
                 'days': [], 'projects': [], 'tasks': [
                  {'key': 'a', 'name': 'shop#1 Mend it', 'turns': 2, 'known': true, 'tokens_known': false,
                   'input_tokens': 5, 'output_tokens': 7, 'cost_usd': 1.50},
                  {'key': 'b', 'turns': 1, 'known': false, 'tokens_known': false, 'input_tokens': null, 'cost_usd': null}],
                 'budgets': [{'of': 'project', 'name': 'shop', 'budget_usd': 1.25, 'spent_usd': 1.50, 'known': false, 'exceeded': true},
                  {'of': 'day', 'budget_usd': 9, 'spent_usd': null, 'known': false, 'exceeded': false}]}\
                """))
        .isEqualTo(
            """
            at least $1.50 from 2026-11-16 to 2026-11-17 (Etc/UTC), in 3 turns of which 1 did not say what they cost
            Budget of project shop: at least $1.50 of $1.25, used up
            Budget of the day: an unknown part of $9

            TURNS  INPUT TOKENS  OUTPUT TOKENS  COST     TASK
            2      at least 5    at least 7     $1.50    shop#1 Mend it
            1      unknown       unknown        unknown  b
            """);
    assertThat(
            shown("get_costs", FILE, "{'total': {'turns': 1, 'unknown_turns': 1, 'known': false}}"))
        .contains("in 1 turn of which 1 did not say what it cost");
  }

  @Test
  void a_status_says_where_the_worktree_is_and_what_to_do_about_refused_actions() {
    var status =
        "{'attempt_id': '7', 'state': 'completed', 'denied': %d, 'denied_summary': 'Bash: make',"
            + " 'workspace_path': '/data/worktrees/7/app'}";

    assertThat(shown("get_attempt_status", FILE, status.formatted(2)))
        .isEqualTo(
            """
            attempt id:     7
            state:          completed
            denied:         2
            denied summary: Bash: make
            workspace path: /data/worktrees/7/app
            """);
    assertThat(err)
        .hasToString(
            "The agent was refused 2 actions. To let it: baton follow-up 7 PROMPT --variant TRUSTED"
                + " (or APPROVALS, to be asked).\n");
    shown("get_attempt_status", FILE, status.formatted(1));
    assertThat(err.toString()).contains("refused 1 action.");
  }

  @Test
  void the_list_of_executors_says_what_variants_may_do() {
    assertThat(
            shown(
                "list_executors",
                FILE,
                "{'executors': [{'executor': 'CODEX', 'variants': ['DEFAULT', 'TRUSTED']}]}"))
        .contains("CODEX");
    assertThat(err.toString()).contains("DEFAULT may only edit", "TRUSTED", "APPROVALS");
  }

  @Test
  void changes_that_git_cannot_tell_show_what_it_said() {
    assertThat(
            shown(
                "get_attempt_changes",
                FILE,
                "{'summary': {'file_count': 0}, 'blocked': true, 'files': [],"
                    + " 'blocked_reason': 'summary_failed', 'reason': 'index is broken'}"))
        .startsWith("0 files changed");
    assertThat(err.toString())
        .startsWith("Git could not tell what changed: index is broken\n")
        .doesNotContain("--force");
  }

  private static String repo(String path) {
    return "{'repos': [{'repo_id': '1', 'repo_name': 'a', 'default_branch': 'main', 'path': '%s'}]}"
        .formatted(path);
  }

  @Test
  void only_a_terminal_cuts_what_does_not_fit() {
    var path = "/a/path/that/is/so/long/that/it/ends/behind/the/edge";

    assertThat(shown("list_repos", FILE, repo(path))).contains(path);
    assertThat(shown("list_repos", NARROW, repo(path)).lines().toList().getLast())
        .hasSize(60)
        .endsWith("…");
  }

  private static String task(String title) {
    return "{'tasks': [{'task_id': '0198c0de-0000-7000-8000-000000000000', 'status': 'todo',"
        + " 'updated_at': '2026-11-15T14:03:12Z', 'title': '%s'}]}".formatted(title);
  }

  @Test
  void a_narrow_terminal_shows_fewer_columns_and_a_very_narrow_one_none() {
    var title = "Greet people by their names, whatever they are called";

    assertThat(shown("list_tasks", new Terminal(80, true, false, ZONE), task(title)))
        .isEqualTo(
            """
            TASK ID                               STATUS  TITLE
            0198c0de-0000-7000-8000-000000000000  todo    Greet people by their names, what…
            """);
    assertThat(new ViewTest().shown("list_tasks", new Terminal(40, true, false, ZONE), task(title)))
        .isEqualTo(
            """
            TASK ID  0198c0de-0000-7000-8000-000000000000
            STATUS  todo
            UPDATED AT  2026-11-15 15:03:12
            TITLE  %s
            """
                .formatted(title));
  }

  @Test
  void a_task_whose_agent_waits_says_that_it_needs_you() {
    var waiting = task("Ask").replace("'todo'", "'inprogress', 'needs_input': true");

    assertThat(shown("list_tasks", FILE, waiting)).contains("needs you", "Ask");
  }

  @Test
  void a_list_over_all_projects_names_them_and_says_whose_money_is_spent() {
    var spent =
        task("Dear")
            .replace(
                "'todo'", "'todo', 'number': 41, 'project_name': 'shop', 'budget_exceeded': true");

    assertThat(shown("list_tasks", FILE, spent)).contains("shop#41", "BUDGET", "used up", "Dear");
  }

  @Test
  void what_a_prune_removed_is_said_and_what_it_could_not_beside_it() {
    assertThat(shown("prune", FILE, "{'dry_run': false, 'worktrees': [], 'logs': []}"))
        .isEqualTo("Nothing is old enough to be removed.\n");
    var other = new ViewTest();
    assertThat(
            other.shown(
                "prune",
                FILE,
                """
                {'dry_run': true, 'worktrees': [
                  {'attempt_id': 'a', 'path': '/w', 'bytes': 3000, 'kept_refs': []},
                  {'attempt_id': 'c', 'path': '/x', 'bytes': 99000000,
                   'kept_refs': ['refs/baton/kept/c/1', 'refs/baton/kept/c/2']}],
                 'logs': [{'attempt_id': 'a', 'entries': 3}],
                 'failures': [{'attempt_id': 'b', 'reason': 'it is busy'}]}\
                """))
        .isEqualTo(
            """
            Would remove the worktree /w (3 KiB)
            Would remove the worktree /x (94 MiB); its work is kept in refs/baton/kept/c/1, refs/baton/kept/c/2
            Would remove the log of attempt a (3 entries)
            """);
    assertThat(other.err).hasToString("Attempt b could not be cleaned up: it is busy\n");
  }

  @Test
  void every_line_of_a_prompt_is_marked_and_coloured() {
    assertThat(
            shown(
                "tail_attempt_logs",
                FILE,
                """
                {'entries': [{'entry_index': 0, 'execution_process_id': 'p',
                 'timestamp': '2026-11-15T14:03:12Z', 'type': 'user_message',
                 'content': 'Say hello\\n\\nto all'}]}\
                """))
        .isEqualTo("--- process p\n15:03:12 > Say hello\n15:03:12 >\n15:03:12 > to all\n");
  }

  @Test
  void only_a_terminal_has_colours() {
    var task = "{'task_id': '1', 'status': 'done'}";

    assertThat(shown("get_task", NARROW, task)).isEqualTo("task id: 1\nstatus:  done\n");
    assertThat(shown("get_task", COLOURFUL, task)).contains("\033[32mdone\033[0m");
  }

  @Test
  void what_would_act_on_a_terminal_is_made_visible_everywhere() {
    var task = "{'title': 'a\\u001b[2J\\u0007b\\u202e', 'description': 'c\\nd\\u001b\\u009b'}";

    assertThat(shown("get_task", NARROW, task))
        .isEqualTo("title:       a␛[2J␇b\\u202e\ndescription: c\n             d␛\\u009b\n");
    assertThat(new ViewTest().shown("get_task", FILE, task))
        .isEqualTo("title:       a␛[2J␇b\\u202e\ndescription: c\n             d␛\\u009b\n");
  }

  @Test
  void a_column_is_as_wide_as_what_is_seen_in_it() {
    assertThat(
            shown(
                "list_executors",
                NARROW,
                """
                {'executors': [{'executor': 'A\\u202eLONG', 'available': true},
                 {'executor': 'B', 'available': true}]}\
                """))
        .contains("A\\u202eLONG  yes", "B            yes");
  }

  @Test
  void an_operation_without_a_style_is_shown_by_its_form() {
    assertThat(shown("a_new_one", FILE, "{'things': [{'name': 'x', 'ok': true}], 'count': 1}"))
        .isEqualTo("NAME  OK\nx     yes\n");
    assertThat(new ViewTest().shown("a_new_one", FILE, "{'things': [], 'count': 0}"))
        .isEqualTo("No things.\n");
    assertThat(new ViewTest().shown("a_new_one", FILE, "{'a_name': 'x', 'none': null, 'n': 3}"))
        .isEqualTo("a name: x\nn:      3\n");
  }

  @Test
  void changes_that_are_not_listed_are_counted_and_the_way_is_named() {
    assertThat(
            shown(
                "get_attempt_changes",
                FILE,
                """
                {'summary': {'file_count': 501, 'added': 7, 'deleted': 8}, 'blocked': true,
                 'blocked_reason': 'threshold_exceeded', 'files': []}\
                """))
        .isEqualTo("501 files changed, +7 -8\n");
    assertThat(err)
        .hasToString(
            "The files are not listed (threshold_exceeded); --force lists them all the same.\n");
  }

  @Test
  void a_renamed_and_a_binary_file_are_told_apart() {
    assertThat(
            shown(
                "get_attempt_changes",
                FILE,
                """
                {'summary': {'file_count': 2, 'added': 1, 'deleted': 0}, 'blocked': false,
                 'blocked_reason': null, 'files': [
                  {'path': 'b', 'old_path': 'a', 'status': 'renamed', 'added': 1, 'deleted': 0,
                   'binary': false},
                  {'path': 'c', 'status': 'modified', 'added': 0, 'deleted': 0, 'binary': true}]}\
                """))
        .isEqualTo("R  +1 -0  a -> b\nM  binary  c\n2 files changed, +1 -0\n");
  }

  @Test
  void a_tool_that_is_used_is_one_line_which_says_how_it_ended() {
    var use =
        """
        {'entry_index': %d, 'execution_process_id': 'p', 'timestamp': '2026-11-15T14:03:12Z',
         'type': 'tool_use', 'content': 'bash: make', %s
         'tool': {'id': '1', 'name': 'bash', 'kind': 'execute', 'status': '%s', 'result': 'No\\nrule'}}\
        """;

    assertThat(
            shown(
                "tail_attempt_logs",
                FILE,
                "{'entries': [%s, %s]}"
                    .formatted(
                        use.formatted(0, "", "running"),
                        use.formatted(1, "'replaces': 0,", "failed"))))
        .isEqualTo("--- process p\n15:03:12 [execute] bash: make (failed: No rule)\n");
    assertThat(
            new ViewTest()
                .shown(
                    "tail_attempt_logs",
                    FILE,
                    "{'entries': [%s]}".formatted(use.formatted(0, "", "running"))))
        .isEqualTo("[execute] bash: make (running)\n");
  }

  private static String command(String status, String result) {
    return """
    {'entries': [{'entry_index': 0, 'execution_process_id': 'p',
     'timestamp': '2026-11-15T14:03:12Z', 'type': 'tool_use', 'content': 'bash: make',
     'tool': {'id': '1', 'name': 'bash', 'kind': 'execute', 'status': '%s', 'result': '%s'}}]}\
    """
        .formatted(status, result);
  }

  @Test
  void what_a_command_printed_is_shown_as_far_as_it_is_short() {
    assertThat(shown("tail_attempt_logs", FILE, command("completed", "one\\ntwo\\n")))
        .isEqualTo(
            """
            --- process p
            15:03:12 [execute] bash: make (completed)
                       | one
                       | two
            """);
    var long12 =
        IntStream.rangeClosed(1, 12).mapToObj("line %d"::formatted).collect(joining("\\n"));
    assertThat(new ViewTest().shown("tail_attempt_logs", FILE, command("completed", long12)))
        .contains("           … 2 lines before; --json shows all\n           | line 3\n")
        .endsWith("           | line 12\n");
  }

  @Test
  void a_command_that_failed_with_many_words_shows_the_last_of_them() {
    var words = "x".repeat(300) + "\\nthe reason";

    assertThat(shown("tail_attempt_logs", FILE, command("failed", words)))
        .contains("[execute] bash: make (failed)\n")
        .endsWith("x…\n           | the reason\n");
  }

  @Test
  void content_that_is_cut_says_so_beside_it() {
    assertThat(
            shown(
                "get_attempt_patch",
                FILE,
                "{'patch': 'x', 'blocked': false, 'truncated': true, 'total_bytes': 9, 'hint':"
                    + " 'H'}"))
        .isEqualTo("x");
    assertThat(err).hasToString("Cut; the whole has 9 bytes.\nH\n");
  }
}
