package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowCommandTest {
  private static final String GOOD =
      """
      name: look
      description: Look at a task
      arguments:
        - name: who
          description: Which task
      steps:
        - name: say
          tool: get_task
          args: {task_id: {from_arg: who}}
      """;

  @TempDir private Path directory;

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void a_file_without_mistakes_is_fine() throws IOException {
    var ended = Cli.run("workflow", "check", file("good.yaml", GOOD));

    assertThat(ended.code()).isZero();
    assertThat(ended.out()).isEqualToIgnoringNewLines("No problems.");
  }

  @Test
  void every_mistake_of_every_file_is_told_with_its_line() throws IOException {
    var bad = file("bad.yaml", GOOD.replace("from_arg: who", "from_arg: whom") + "colour: red\n");
    var empty = file("empty.yaml", "");

    var ended = Cli.run("workflow", "check", bad, empty);

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out().lines())
        .hasSize(3)
        .satisfiesExactly(
            line -> assertThat(line).startsWith(bad + ":9: ").contains("'whom'", "who"),
            line -> assertThat(line).startsWith(bad + ":10: ").contains("'colour'"),
            line -> assertThat(line).startsWith(empty + ":1: "));
  }

  @Test
  void a_field_that_there_is_not_is_told_at_its_own_line() throws IOException {
    var tell =
        """
          - name: tell
            tool: get_task
            args:
              task_id: "{say.nope}"
        """;
    var bad = file("bad.yaml", GOOD + tell);
    var unbound = file("unbound.yaml", GOOD + tell.replace("say.nope", "sya.task_id"));

    assertThat(Cli.run("workflow", "check", bad).out())
        .startsWith(bad + ":13: ")
        .contains("unknown field 'nope' of output 'say'");
    assertThat(Cli.run("workflow", "check", unbound).out())
        .contains("unbound variable '{sya.task_id}' in step 'tell'; available: who, say");
  }

  @Test
  void scripts_get_json() throws IOException {
    var bad = file("bad.yaml", GOOD.replace("name: look\n", ""));

    var ended = Cli.run("workflow", "check", "--json", bad);

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).startsWith("{\"problems\":[{\"file\":").contains("\"line\":1");
  }

  @Test
  void a_file_is_checked_against_the_tools_and_prompts_of_the_board() throws IOException {
    var bad =
        file(
            "bad.yaml",
            """
            name: deliver_task
            description: Everything that only a server knows
            arguments:
              - {name: n, type: integer}
            instructions:
              - resource://nope
            steps:
              - name: one
                tool: list_tasks
                args: {project_id: {from_arg: n}, limit: many}
              - name: two
                tool: list_taskz
              - name: three
                tool: get_attempt_status
                args: {nosuch: 1}
              - name: four
                tool: create_task
                args:
                  project_id: "{n}"
                  title: {from_step: one, field: nofield}
            """);

    var ended = Cli.run("workflow", "check", bad);

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out().lines().map(line -> line.substring(bad.length() + 1)))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("1: name 'deliver_task' of another prompt"),
            line -> assertThat(line).startsWith("6: unknown resource 'resource://nope'"),
            line ->
                assertThat(line)
                    .startsWith("10: prompt argument 'n' of type integer for 'project_id'"),
            line -> assertThat(line).startsWith("10: constant \"many\" for 'limit'"),
            line ->
                assertThat(line).startsWith("12: unknown tool 'list_taskz'").contains("list_tasks"),
            line ->
                assertThat(line).startsWith("15: unknown argument 'nosuch'").contains("attempt_id"),
            line ->
                assertThat(line).startsWith("15: nothing for the required argument 'attempt_id'"),
            line -> assertThat(line).startsWith("20: unknown field 'nofield'").contains("tasks"));
  }

  @Test
  void two_files_with_one_name_are_one_problem_of_the_second() throws IOException {
    var one = file("one.yaml", GOOD);
    var two = file("two.yaml", GOOD);

    var ended = Cli.run("workflow", "check", one, two);

    assertThat(ended.out().lines())
        .singleElement()
        .satisfies(line -> assertThat(line).startsWith(two + ":1: name 'look' of another prompt"));
  }

  @Test
  void a_file_may_call_the_workflow_of_another_whatever_their_order() throws IOException {
    var caller =
        file("a.yaml", "name: caller\ndescription: Call\nsteps: [{name: a, tool: run_look}]\n");

    assertThat(Cli.run("workflow", "check", caller).out()).contains("unknown tool 'run_look'");
    assertThat(Cli.run("workflow", "check", caller, file("b.yaml", GOOD)).code()).isZero();
  }

  @Test
  void the_files_of_a_data_directory_keep_their_names() throws IOException {
    var folder = Files.createDirectories(directory.resolve("data").resolve("workflows"));
    var served = Files.writeString(folder.resolve("served.yaml"), GOOD).toString();
    var data = directory.resolve("data").toString();
    var other = file("other.yaml", GOOD);

    assertThat(Cli.run("workflow", "check", "--data-dir", data, other).out())
        .startsWith(other + ":1: name 'look' of another prompt");
    assertThat(Cli.run("workflow", "check", "--data-dir", data, served).code()).isZero();
    assertThat(Cli.run("workflow", "check", other).code()).isZero();
  }

  @Test
  void a_file_for_another_server_is_checked_against_that_or_alone() throws IOException {
    var release =
        file(
            "release.yaml",
            GOOD.replace("get_task", "validate_config").replace("task_id", "region"));

    assertThat(Cli.run("workflow", "check", release).code()).isEqualTo(1);
    assertThat(Cli.run("workflow", "check", "--server", "deploy", release).code()).isZero();
    assertThat(Cli.run("workflow", "check", "--server", "none", release).code()).isZero();

    var unknown = Cli.run("workflow", "check", "--server", "mars", release);
    assertThat(unknown.code()).isEqualTo(2);
    assertThat(unknown.err())
        .contains(
            "--server mars is no server that this program knows: use board, greeting, logseq, deploy, conformance or none.");
  }

  @Test
  void a_file_that_is_not_there_is_a_problem_too() {
    var ended = Cli.run("workflow", "check", directory.resolve("none.yaml").toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).contains("none.yaml");
  }

  @Test
  void without_a_file_it_is_wrong_usage() {
    assertThat(Cli.run("workflow", "check").code()).isEqualTo(2);
    assertThat(Cli.run("workflow").code()).isEqualTo(2);
  }
}
