package dev.baton.fakeagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.process.Ending;
import dev.baton.orchestrator.process.OutputChannel;
import dev.baton.orchestrator.process.Stopper.StopPatience;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every command of the fake agent, played by a real process. */
@Tag("slow")
class FakeAgentTest {
  @AutoClose private final AgentRuns agents = new AgentRuns();

  @Test
  void a_turn_begins_with_its_session_and_closes_with_its_result() {
    var turn = agents.play("say Hello\nthink Hm\n");

    assertThat(turn.events())
        .extracting(event -> event.path("type").asString(""))
        .containsExactly("session", "assistant", "thinking", "usage", "result");
    assertThat(turn.sessionId()).matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    assertThat(turn.events().getFirst().path("variant").asString("")).isEqualTo("DEFAULT");
    assertThat(turn.events("thinking").getFirst().path("text").asString("")).isEqualTo("Hm");
    assertThat(turn.events("usage").getFirst().path("input_tokens").isNumber()).isTrue();
    assertThat(turn.result()).isEqualTo("success");
    assertThat(turn.ending().exitCode()).contains(0);
  }

  @Test
  void any_other_line_is_said_back_and_blank_lines_mean_nothing() {
    var script =
        "Fix the parser\n\n  \nsleep well\nlines of code\nexit\nhang on\nspawn more\r\nsay";
    assertThat(agents.play(script).said())
        .containsExactly(
            "Fix the parser", "sleep well", "lines of code", "exit", "hang on", "spawn more", "");
  }

  @Test
  void any_text_survives_the_way_through_json() {
    var text = "tab\there \"quoted\" back\\slash grün 😀 \u0001 \u2028  ";
    assertThat(agents.play("say " + text).said()).containsExactly(text);
  }

  @Test
  void write_append_and_delete_change_files_and_end_text_with_a_newline() {
    var turn =
        agents.play(
            """
            write notes/one.txt first line
            append notes/one.txt second line
            write two.txt gone soon
            append notes/one.txt   indented
            delete two.txt
            append three.txt new
            """);

    assertThat(agents.workspace().resolve("notes/one.txt"))
        .content()
        .isEqualTo("first line\nsecond line\n  indented\n");
    assertThat(agents.workspace().resolve("two.txt")).doesNotExist();
    assertThat(agents.workspace().resolve("three.txt")).content().isEqualTo("new\n");
    assertThat(turn.toolsUsed())
        .extracting(use -> use.path("status").asString(""))
        .containsOnly("completed");
    assertThat(turn.events("tool_use")).hasSize(12);
    var started = turn.events("tool_use").getFirst();
    assertThat(started.path("kind").asString("")).isEqualTo("edit");
    assertThat(started.path("input").path("path").asString("")).isEqualTo("notes/one.txt");
    assertThat(turn.toolsUsed().getFirst().path("id")).isEqualTo(started.path("id"));
  }

  @Test
  void a_tool_that_fails_does_not_end_the_turn() {
    var turn = agents.play("delete missing.txt\nwrite missing.txt/../x/ y\nsay still here");

    assertThat(turn.toolsUsed().getFirst().path("status").asString("")).isEqualTo("failed");
    assertThat(turn.toolsUsed().getFirst().path("result").asString(""))
        .isEqualTo("missing.txt cannot be deleted");
    assertThat(turn.said()).containsExactly("still here");
    assertThat(turn.result()).isEqualTo("success");
  }

  @Test
  void commit_commits_everything_or_says_why_not() throws Exception {
    TestRepository.git(agents.workspace(), "init", "-q");

    var turn = agents.play("write a.txt a\ncommit Add a file\ncommit Nothing left");
    var commits = turn.toolsUsed().subList(1, 3);
    assertThat(commits)
        .extracting(use -> use.path("status").asString(""))
        .containsExactly("completed", "failed");
    assertThat(commits.getLast().path("result").asString("")).contains("nothing to commit");
    assertThat(TestRepository.git(agents.workspace(), "log", "--format=%an: %s"))
        .isEqualTo("Fake Agent: Add a file");
  }

  @Test
  void plain_lines_are_numbered_and_padded() {
    var turn = agents.play("lines 3\nlines 2 10\nlines 1 3");
    assertThat(turn.lines().subList(1, 7))
        .containsExactly("line 1", "line 2", "line 3", "line 1....", "line 2....", "line 1");
  }

  @Test
  void a_line_of_a_hundred_megabytes_is_no_trouble() throws IOException {
    var run = agents.startUntil("\"result\"", new ProgramInput.Text("lines 1 100000000"));
    assertThat(agents.awaitEndOnly(run)).isZero();
    assertThat(Files.size(run.directory().output(OutputChannel.STDOUT)))
        .isBetween(100_000_000L, 100_001_000L);
  }

  @Test
  void variables_are_said() {
    assertThat(agents.with("GREETING", "good day").play("env GREETING\nenv NOTHING").said())
        .containsExactly("good day", "NOTHING is not set");
  }

  @Test
  void a_session_that_is_resumed_remembers_its_turns() {
    var first = agents.play("recall");
    var second = agents.play("recall", "--resume", first.sessionId());
    var third = agents.play("recall\nrecall", "--resume", first.sessionId());

    assertThat(first.said()).containsExactly("1");
    assertThat(second.said()).containsExactly("2");
    assertThat(third.said()).containsExactly("3", "3");
    assertThat(third.sessionId()).isEqualTo(first.sessionId());
    assertThat(third.events("session").getFirst().path("resumed").booleanValue()).isTrue();
    assertThat(agents.play("recall").sessionId()).isNotEqualTo(first.sessionId());
  }

  @Test
  void a_session_that_is_lost_is_told_and_fails() {
    for (var id : new String[] {"00000000-0000-4000-8000-000000000000", "../../etc/passwd"}) {
      var turn = agents.play("say x", "--resume", id);
      assertThat(turn.events("error").getFirst().path("code").asString(""))
          .isEqualTo("session_lost");
      assertThat(turn.events("result").getFirst().path("error").asString(""))
          .isEqualTo("session lost: " + id + " is not known");
      assertThat(turn.result()).isEqualTo("failed");
      assertThat(turn.said()).isEmpty();
      assertThat(turn.ending().exitCode()).contains(1);
    }
  }

  @Test
  void exit_0_closes_the_turn_and_any_other_code_does_not() {
    var good = agents.play("exit 0\nsay never");
    assertThat(good.result()).isEqualTo("success");
    assertThat(good.said()).isEmpty();

    var bad = agents.play("say before\nexit 3\nsay never");
    assertThat(bad.ending().exitCode()).contains(3);
    assertThat(bad.said()).containsExactly("before");
    assertThat(bad.events("result")).isEmpty();
  }

  @Test
  void a_plan_changes_no_file() throws IOException {
    var turn =
        agents.play(
            "write a.txt x\nappend b.txt y\ndelete c.txt\ncommit z\nsay planned",
            "--variant",
            "PLAN");

    assertThat(turn.said())
        .containsExactly(
            "would write a.txt x",
            "would append b.txt y",
            "would delete c.txt",
            "would commit z",
            "planned");
    assertThat(turn.events("tool_use")).isEmpty();
    try (var files = Files.list(agents.workspace())) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void sleeping_takes_fractions_of_seconds() {
    var before = System.nanoTime();
    assertThat(agents.play("sleep 0.25\nsay awake").said()).containsExactly("awake");
    assertThat(System.nanoTime() - before).isGreaterThan(250_000_000L);
  }

  @Test
  void an_interrupt_ends_the_turn_with_a_result_that_says_so() {
    var run = agents.startUntil("working", new ProgramInput.Text("say working\nhang\nsay never"));
    assertThat(agents.runs().stop(run, StopPatience.DEFAULT, false).isComplete()).isTrue();

    var turn = agents.awaitEnd(run.processId());
    assertThat(turn.result()).isEqualTo("interrupted");
    assertThat(turn.said()).containsExactly("working");
    assertThat(turn.ending()).isInstanceOf(Ending.Signalled.class);
    assertThat(turn.ending().summary()).isEqualTo("signal 2 (INT)");
  }

  @Test
  void a_killed_agent_leaves_no_result() {
    var run = agents.startUntil("working", new ProgramInput.Text("say working\nhang"));
    assertThat(agents.runs().stop(run, true).isComplete()).isTrue();

    var turn = agents.awaitEnd(run.processId());
    assertThat(turn.events("result")).isEmpty();
    assertThat(turn.ending().summary()).isEqualTo("signal 9 (KILL)");
  }

  @Test
  void what_it_spawns_stays_until_the_run_is_stopped() {
    var run = agents.startUntil("\"result\"", new ProgramInput.Text("spawn 1000"));
    assertThat(agents.awaitEnd(run.processId()).result()).isEqualTo("success");
    assertThat(agents.runs().marked(run.processId()))
        .anySatisfy(process -> assertThat(process).endsWith("sleep 1000"));

    assertThat(agents.runs().stop(run, false).isComplete()).isTrue();
    assertThat(agents.runs().marked(run.processId())).isEmpty();
  }

  @Test
  void wrong_options_are_refused_with_the_right_ones() {
    assertUsage(
        "Option --colour is unknown; these are known: --sessions, --resume, --variant, --input,"
            + " --model, --effort",
        "--colour",
        "x");
    assertUsage("Option --resume needs a value", "--resume");
    assertUsage("Option --input is 'text' or 'json', not 'xml'", "--input", "xml");
  }

  private void assertUsage(String message, String... options) {
    var turn = agents.play("say x", options);
    assertThat(turn.events("error").getFirst().path("message").asString("")).isEqualTo(message);
    assertThat(turn.result()).isEqualTo("failed");
    assertThat(turn.ending().exitCode()).contains(2);
  }
}
