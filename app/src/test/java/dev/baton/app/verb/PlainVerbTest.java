package dev.baton.app.verb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.app.verb.Server.Answer;
import dev.baton.app.verb.view.Terminal;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.tools.Operations;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tools.jackson.databind.node.ObjectNode;

/** What is read without the library of the command line is read as the library would. */
class PlainVerbTest {
  private static final String ID = "0190b5a2-0000-7000-8000-000000000001";

  @Command(name = "baton")
  static final class Root {}

  static final class Common {
    @Option(names = "--data-dir", scope = ScopeType.INHERIT)
    private String directory = "";

    @Override
    public String toString() {
      return directory;
    }
  }

  /** What the server was asked, and what was printed. */
  private record Told(List<String> calls, String out, String err, int code) {}

  /** A server that notes what it is asked and answers with nothing. */
  private record Note(List<String> calls) implements Server {
    @Override
    public Answer call(String path, ObjectNode arguments) {
      calls.add(path + " " + arguments);
      return new Answer(false, Json.object());
    }
  }

  private static Told byLibrary(List<String> words) {
    var note = new Note(new ArrayList<>());
    var out = new StringWriter();
    var err = new StringWriter();
    var root =
        new CommandLine(new Root()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    Verbs.addTo(root, note, new Common(), Terminal.none());
    root.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    var code = root.execute(words.toArray(String[]::new));
    return new Told(note.calls(), out.toString(), err.toString(), code);
  }

  private static Told plainly(List<String> words) throws IOException, InterruptedException {
    var note = new Note(new ArrayList<>());
    var out = new StringWriter();
    var err = new StringWriter();
    var verb = PlainVerb.read(words).orElseThrow(() -> new AssertionError("Not plain: " + words));
    var code = verb.run(note, new PrintWriter(out), new PrintWriter(err), Map.of()).orElseThrow();
    return new Told(note.calls(), out.toString(), err.toString(), code);
  }

  static Stream<List<String>> usual() {
    var lines =
        Stream.of(
            "project list",
            "project list --archived --json",
            "project list --json --data-dir /tmp/x",
            "project list --data-dir=/tmp/x",
            "project add shop --repo /a --repo api=/b",
            "task list " + ID + " --status inreview --label a --label b",
            "task add " + ID + " title --blocked-by #41 --priority high",
            "task update " + ID + " --title x",
            "task archive " + ID + " --archived=false",
            "attempt list --state running --state failed --project-id " + ID,
            "attempt logs " + ID + " --limit 5 --channel raw",
            "attempt patch " + ID + " a.txt b.txt",
            "attempt start " + ID + " CODEX --repo " + ID + ":main --force",
            "attempt dev start " + ID,
            "follow-up " + ID + " words",
            "node drain build-1",
            "approvals respond " + ID + " approve",
            "find project shop",
            "costs --days=7");
    return Stream.concat(lines.map(line -> List.of(line.split(" ", -1))), everyVerb());
  }

  /** Every verb, with something for each argument that it must have. */
  private static Stream<List<String>> everyVerb() {
    return Operations.described().stream()
        .map(
            operation -> {
              var words = new ArrayList<>(operation.verb());
              var fields = new VerbFields(operation, Styles.of(operation.name()));
              for (var field : fields.all()) {
                if (field.required() && fields.defaultOf(field).isEmpty()) {
                  words.add(field.options().getFirst());
                  words.add(example(field));
                }
              }
              return (List<String>) words;
            })
        // why: these read a file, or want more than the schema says
        .filter(words -> !List.of("follow-up", "image").contains(words.getFirst()));
  }

  private static String example(Field field) {
    if (!field.choices().isEmpty()) {
      return field.choices().getFirst();
    }
    return switch (field.type()) {
      case "integer", "number" -> "1";
      case "boolean" -> "true";
      case "array" ->
          field.schema().path("items").path("type").asString("").equals("object")
              ? "[{\"path\": \"/a\"}]"
              : ID;
      default -> ID;
    };
  }

  @ParameterizedTest
  @MethodSource("usual")
  void a_verb_that_is_typed_as_usual_is_read_as_the_library_reads_it(List<String> words)
      throws Exception {
    var told = plainly(words);

    assertThat(told).isEqualTo(byLibrary(words));
    assertThat(told.calls()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "project",
        "project lsit",
        "serve",
        "project list --help",
        "project list -h",
        "project list --archvied",
        "project list --archived true",
        "project list --json --json",
        "project list extra",
        "task add",
        "task add a b c",
        "task list --limit many",
        "task list --limit -1",
        "task list --limit",
        "task show @file",
        "task show -- 41",
        "task show 41 --task-id 42",
        "project list --data-dir",
        "attempt dev"
      })
  void whatever_is_not_plain_is_left_to_the_library(String line) {
    assertThat(PlainVerb.read(List.of(line.split(" ", -1)))).isEmpty();
  }

  @Test
  void what_does_not_fit_in_the_end_is_left_to_the_library_too() throws Exception {
    var note = new Note(new ArrayList<>());
    var nowhere = new PrintWriter(new StringWriter());

    var code =
        PlainVerb.read(List.of("follow-up", "--json"))
            .orElseThrow()
            .run(note, nowhere, nowhere, Map.of());

    assertThat(code).isEmpty();
    assertThat(note.calls()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V"})
  void the_version_is_told_as_the_library_would(String option) throws Exception {
    var command = Program.javaCommand(List.of(), Main.class, option);
    try (var program = Program.start(command, Map.of())) {
      var ended = program.await();
      assertThat(ended.code()).isZero();
      assertThat(ended.out()).startsWith("baton ").isEqualTo(Cli.run(option).out().strip());
    }
  }
}
