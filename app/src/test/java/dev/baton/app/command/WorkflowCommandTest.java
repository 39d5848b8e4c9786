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
      name: greet
      description: Greet somebody
      arguments:
        - name: who
          description: Whom to greet
      steps:
        - name: say
          tool: greet
          args: {name: {from_arg: who}}
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
  void scripts_get_json() throws IOException {
    var bad = file("bad.yaml", GOOD.replace("name: greet\n", ""));

    var ended = Cli.run("workflow", "check", "--json", bad);

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).startsWith("{\"problems\":[{\"file\":").contains("\"line\":1");
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
