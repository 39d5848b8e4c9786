package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the verbs of operations can say by themselves; none of it starts a server. */
class VerbUsageTest {
  private static final String ID = "0198c0de-0000-7000-8000-000000000000";

  @TempDir private Path directory;

  private Program.Ended baton(String line) throws IOException {
    var data = directory.resolve("data");
    var words = new ArrayList<String>();
    for (var word : line.split(" ", -1)) {
      words.add(word.equals("ID") ? ID : word);
    }
    var ended = Cli.run(Map.of("BATON_HOME", data.toString()), words.toArray(String[]::new));
    assertThat(data).doesNotExist();
    return ended;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "task add",
        "task list",
        "attempt start",
        "attempt logs",
        "attempt patch",
        "follow-up",
        "project add",
        "repo add",
        "approvals respond",
        "executors"
      })
  void help_shows_how_a_verb_is_used(String verb) throws IOException {
    var asked = baton(verb + " --help");

    assertThat(asked.code()).isZero();
    assertThat(asked.out()).startsWith("Usage: baton " + verb).contains("--json", "--data-dir");
    assertThat(baton("help " + verb).out()).isEqualTo(asked.out());
  }

  @Test
  void help_has_the_words_of_the_command_line() throws IOException {
    assertThat(baton("help attempt start").out())
        .startsWith("Usage: baton attempt start TASK_ID EXECUTOR [OPTIONS]")
        .contains(
            "From 'baton task list', or #41 or shop#41.",
            "--repo, --repos=REPO_ID:TARGET_BRANCH",
            "--wait",
            "Examples:",
            "  baton attempt start TASK_ID CLAUDE_CODE --wait");
    assertThat(baton("help project add").out())
        .contains("NAME [[NAME=]PATH...]", "baton project add shop --repo ../shop");
  }

  @Test
  void help_lists_the_verbs_of_a_group_and_all_groups() throws IOException {
    assertThat(baton("attempt --help").out())
        .contains("start ", "list ", "status ", "stop ", "delete ", "logs ", "messages ")
        .contains("changes ", "file ", "patch ", "merge ");
    assertThat(baton("help").out())
        .contains("project ", "repo ", "task ", "attempt ", "follow-up ", "executors ")
        .contains("baton attempt start TASK_ID FAKE_AGENT --wait");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "task show | Missing: TASK_ID or --task-id",
        "task add ID | Missing: TITLE or --title",
        "task | Say what to do: list, show, add, update, archive, delete, follow-up",
        "task lsit | There is no command 'lsit'; these are: list, show, add, update, archive,"
            + " delete, follow-up; did you mean 'list'?",
        "task list ID --limt 3 | Unknown option: '--limt'; did you mean '--limit'? 'baton task"
            + " list",
        "import issues --form github | Unknown option: '--form'; did you mean '--from'? 'baton"
            + " import issues --help'",
        "worker --databse x | Unknown option: '--databse'; 'baton worker --help' shows",
        "token add --wroker | Unknown option: '--wroker'; did you mean '--worker'? 'baton token"
            + " add --help'",
        "import issues --label x | Missing required option: '--from=WHERE'",
        "help atempt | There is no command 'atempt' in 'baton'; did you mean 'attempt'?",
        "task dance | There is no command 'dance'; these are: list, show, ",
        "task show ID more | 'more' is one word too many",
        "task show ID --task-id ID | --task-id was given twice",
        "task list ID --colour=red | Unknown option: '--colour=red'",
        "task list ID --limit many | 'many' does not fit --limit, which takes a whole number",
        "task list ID --status gone | 'gone' does not fit --status, which takes one of todo, ",
        "attempt changes ID --force=perhaps | 'perhaps' does not fit --force, which takes true or",
        "attempt start ID X --repo y | 'y' does not fit --repo, which takes REPO_ID:TARGET_BRANCH,",
        "attempt start ID X --repo {y | '{y' does not fit --repo, which takes JSON",
        "attempt logs ID --follow --cursor 3 | --follow reads newer entries and --cursor older"
            + " ones",
        "follow-up | Missing: ATTEMPT_ID or --attempt-id or --session-id",
        "follow-up ID | Missing: PROMPT or --prompt",
        "help attempt dance | There is no command 'dance' in 'baton attempt'",
        "completion tcsh | There is no completion for 'tcsh'; there is one for bash, zsh and fish"
      })
  void wrong_usage_is_said_and_help_is_named(String line, String complaint) throws IOException {
    var ended = baton(line);

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).startsWith("baton: " + complaint).hasLineCount(1);
  }

  @Test
  void without_a_server_the_exit_code_is_3_and_the_place_is_named() throws IOException {
    var file = Files.writeString(directory.resolve("file"), "");

    var ended = Cli.run(Map.of("BATON_HOME", file.resolve("data").toString()), "project", "list");

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .startsWith("baton: No server could be started for " + file)
        .contains("--data-dir");
  }
}
