package dev.baton.workflow.yaml;

import static dev.baton.property.Values.integers;
import static dev.baton.property.Values.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import dev.baton.workflow.TestCatalog;
import dev.baton.workflow.WorkflowProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a file is, it gets problems with lines, never an exception. */
class HostileFileTest {
  private static final String GOOD =
      """
      name: release
      durable: true
      on_error: {retry: {attempts: 3}}
      arguments:
        - {name: region, type: string, values: [eu, us]}
      instructions: [resource://guide]
      steps:
        - name: deploy
          tool: deploy
          args: {a: {from_arg: region}, b: "x {region}", c: [1, 2.5, null]}
          guidance: >
            Look
        - name: last
          tool: deploy
          args: {a: {from_step: deploy, field: x.0}, b: {constant: {k: v}}}
      """;

  private static final Generator<String> PIECES =
      Generator.of(
          "",
          " ",
          "\n",
          "\t",
          ":",
          "- ",
          "[",
          "]",
          "{",
          "}",
          "{x}",
          "&a ",
          "*a",
          "!t ",
          "!!int ",
          "? ",
          "|",
          ">",
          "'",
          "\"",
          "#",
          "---\n",
          "...",
          "%YAML 9.9\n",
          "<<: ",
          "null",
          "~",
          "0x",
          "1e9",
          ".nan",
          "\\",
          "\u0000",
          "\u2028",
          "\uD800",
          "from_arg",
          "name: ",
          "steps:\n");

  @TempDir Path directory;

  private static String problem(String yaml) {
    var problems = WorkflowFile.parse("file.yaml", yaml).problems();
    assertThat(problems).hasSize(1);
    return problems.get(0).toString();
  }

  @Test
  void an_empty_file_says_so() {
    assertThat(problem(""))
        .isEqualTo("line 1: an empty file; expected a workflow with name and steps");
    assertThat(problem("# nothing\n")).startsWith("line 1: an empty file");
    assertThat(problem("---\n"))
        .startsWith("line 2: nothing; expected a mapping with the keys name");
    assertThat(problem("\uFEFF")).startsWith("line 1: an empty file");
  }

  @Test
  void a_byte_order_mark_is_no_problem() {
    assertThat(WorkflowFile.parse("file.yaml", "\uFEFF" + GOOD).problems()).isEmpty();
  }

  @Test
  void aliases_are_refused_before_they_are_followed() {
    var bomb = new StringBuilder("a0: &a0 [x]\n");
    for (var i = 1; i < 40; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, "*a%d, *a%d".formatted(i - 1, i - 1)));
    }

    assertThat(problem(bomb.toString()))
        .isEqualTo("line 2: an alias; expected the value written out");
    assertThat(problem("a: &a [*a]")).startsWith("line 1: an alias");
  }

  @Test
  void a_huge_file_is_refused() throws IOException {
    var huge = "# " + "x".repeat(300 * 1024);
    var file = Files.writeString(directory.resolve("huge.yaml"), huge);

    assertThat(problem(huge)).isEqualTo("line 1: more than 256 KiB; expected a smaller file");
    assertThat(WorkflowFile.read(file).problems()).hasSize(1);
  }

  @Test
  void deep_nesting_is_refused() {
    assertThat(problem("name: x\ndeep: " + "[".repeat(100_000)))
        .isEqualTo("line 2: more than 50 levels; expected lists and mappings less deep");
  }

  @Test
  void broken_yaml_has_its_line() {
    assertThat(problem("name: release\nsteps:\n\t- name: a\n"))
        .startsWith("line 3: no YAML (")
        .containsIgnoringCase("tab");
    assertThat(problem("name: release\ntitle: \"open\nsteps: []")).startsWith("line ");
    assertThat(problem("name: [release")).startsWith("line 1: no YAML (");
    assertThat(problem("name: release\nbell: \u0007")).startsWith("line 2: the character U+0007");
    assertThat(problem("name: a\n---\nname: b"))
        .isEqualTo("line 2: a second document; expected one workflow in a file");
  }

  @Test
  void bytes_that_are_no_text_have_their_line() throws IOException {
    var file = directory.resolve("latin.yaml");
    Files.write(file, "name: release\ntitle: Zürich\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(WorkflowFile.read(file).problems())
        .extracting(WorkflowProblem::toString)
        .containsExactly("line 2: bytes that are no UTF-8; expected a file in UTF-8");
  }

  @Test
  void a_cut_character_at_the_end_is_found() throws IOException {
    var file = directory.resolve("cut.yaml");
    Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xC3});

    assertThat(WorkflowFile.read(file).problems().get(0).toString()).contains("no UTF-8");
  }

  @Test
  void a_file_that_cannot_be_read_says_so() {
    assertThat(WorkflowFile.read(directory.resolve("none.yaml")).problems())
        .extracting(WorkflowProblem::toString)
        .containsExactly(
            "line 1: a file that is not there; expected a file that this user may read");
    assertThat(WorkflowFile.read(directory).problems())
        .extracting(WorkflowProblem::toString)
        .containsExactly("line 1: a directory; expected a file that this user may read");
  }

  @Property(tries = 500)
  void any_text_gets_an_answer(Given given) {
    hasAnswer(given.any(texts()));
  }

  @Property(tries = 1000)
  void yaml_like_text_gets_an_answer(Given given) {
    hasAnswer(given.any(PIECES.list(0, 30).map(parts -> String.join("", parts))));
  }

  @Property(tries = 1000)
  void a_good_file_with_one_edit_gets_an_answer(Given given) {
    var piece = given.any(PIECES);
    var start = given.any(integers(0, GOOD.length() - 1));
    var end = Math.min(GOOD.length(), start + given.any(integers(0, 7)));
    hasAnswer(GOOD.substring(0, start) + piece + GOOD.substring(end));
  }

  private static void hasAnswer(String text) {
    var file = WorkflowFile.parse("file.yaml", text);
    var lines = text.lines().count() + 1;

    assertThat(file.workflow().isPresent()).isEqualTo(file.problems().isEmpty());
    assertThat(file.problems())
        .allSatisfy(it -> assertThat(it.line().orElse(0)).isBetween(1, (int) lines + 1))
        .isSortedAccordingTo((a, b) -> Integer.compare(line(a), line(b)));
    assertThat(file.problems(new TestCatalog(), List.of()))
        .hasSizeGreaterThanOrEqualTo(file.problems().size());
  }

  private static int line(WorkflowProblem problem) {
    return problem.line().orElse(0);
  }
}
