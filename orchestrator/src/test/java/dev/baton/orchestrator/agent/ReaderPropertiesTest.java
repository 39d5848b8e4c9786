package dev.baton.orchestrator.agent;

import static dev.baton.property.Values.integers;
import static dev.baton.property.Values.texts;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentOutput.Entry;
import dev.baton.orchestrator.agent.AgentOutput.TurnEnded;
import dev.baton.orchestrator.agent.acp.AcpProfiles;
import dev.baton.orchestrator.process.OutputChannel;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Whatever an agent prints, in whatever order the two streams are read, nothing is lost. */
class ReaderPropertiesTest {
  record Sample(AgentExecutor executor, TurnRequest request, List<OutputLine> lines) {
    static Sample of(AgentExecutor executor, TurnMode mode, String recording) {
      return new Sample(
          executor,
          TestAgents.request("please [[create]]", mode),
          Recording.load(recording).lines());
    }

    List<AgentOutput> read(List<OutputLine> chosen) {
      var reader = executor.reader(request);
      var outputs = new ArrayList<>(reader.onStart());
      chosen.forEach(line -> outputs.addAll(reader.accept(line)));
      outputs.addAll(reader.onExit(new ProgramExit.Code(0)));
      return outputs;
    }
  }

  private enum Mutation {
    KEPT,
    LOST,
    REPEATED,
    CUT,
    CONTINUED,
    RETYPED
  }

  private static final Generator<Mutation> MUTATIONS =
      Generator.of(
          Mutation.KEPT,
          Mutation.KEPT,
          Mutation.KEPT,
          Mutation.LOST,
          Mutation.REPEATED,
          Mutation.CUT,
          Mutation.CONTINUED,
          Mutation.RETYPED);
  private static final Generator<String> GARBAGE =
      Generator.oneOf(
              texts(1, 80).map(text -> text.replaceAll("[\u001B\n\r]", "")),
              Generator.of(
                  "{",
                  "{\"type\":",
                  "{\"type\":\"from_the_future\",\"text\":\"hello\"}",
                  "{\"type\":7}",
                  "{\"jsonrpc\":\"2.0\",\"method\":\"session/from_the_future\",\"params\":[]}",
                  "[1,2,3]",
                  "\"text\"",
                  "null",
                  "{\"a\":".repeat(200)))
          .filter(text -> !text.isBlank());
  private static final List<Sample> SAMPLES =
      List.of(
          Sample.of(TestAgents.claude(), TurnMode.DEFAULT, "claude-resume-edit.jsonl"),
          Sample.of(TestAgents.claude(), TurnMode.APPROVALS, "claude-approve-wire.txt"),
          Sample.of(TestAgents.codex(), TurnMode.DEFAULT, "codex-mcp-tool.jsonl"),
          Sample.of(TestAgents.codex(), TurnMode.APPROVALS, "codex-appserver-approve-wire.txt"),
          Sample.of(
              TestAgents.acp(AcpProfiles.GEMINI), TurnMode.DEFAULT, "acp-gemini-create-wire.txt"),
          Sample.of(TestAgents.acp("CLAUDE_ACP"), TurnMode.APPROVALS, "acp-claude-create-wire.txt"),
          Sample.of(TestAgents.command(List.of("x")), TurnMode.DEFAULT, "copilot-create.jsonl"),
          Sample.of(TestAgents.fake(), TurnMode.DEFAULT, "opencode-create.jsonl"));

  @Property(tries = 300)
  void the_order_of_the_two_streams_among_each_other_does_not_matter(Given given) {
    var sample = given.any(Generator.of(SAMPLES));
    var errors = List.of("warning: one", "", "ERROR two", "\u001B[31mthree\u001B[0m");
    var output = sample.lines().stream().filter(ReaderPropertiesTest::isOutput).toList();
    var mixed = new ArrayList<>(output);
    var from = 0;
    for (var error : errors) {
      from += given.any(integers(0, mixed.size() - from));
      mixed.add(from++, OutputLine.stderr(error));
    }
    var inOrder = new ArrayList<>(output);
    errors.forEach(error -> inOrder.add(OutputLine.stderr(error)));
    assertThat(sample.read(mixed)).containsExactlyInAnyOrderElementsOf(sample.read(inOrder));
  }

  private static boolean isOutput(OutputLine line) {
    return line.channel() == OutputChannel.STDOUT;
  }

  @Property(tries = 500)
  void a_line_that_nobody_understands_is_kept(Given given) {
    var sample = given.any(Generator.of(SAMPLES));
    var garbage = given.any(GARBAGE);
    var lines = new ArrayList<>(sample.lines());
    lines.add(given.any(integers(0, lines.size())), OutputLine.stdout(garbage));
    var kept = sample.read(lines);
    assertThat(contents(kept)).contains(Excerpt.withoutColours(garbage));
    assertThat(spoken(kept)).isEqualTo(spoken(sample.read(sample.lines())));
    assertThat(kept).filteredOn(TurnEnded.class::isInstance).hasSize(1);
  }

  private static String contents(List<AgentOutput> outputs) {
    return entries(outputs).stream().map(Entry::content).collect(Collectors.joining("\n"));
  }

  /** Everything the agent said, without what separates it and what was kept as it was. */
  private static List<EntryType> spoken(List<AgentOutput> outputs) {
    return entries(outputs).stream()
        .map(Entry::type)
        .filter(type -> type == EntryType.TOOL_USE || type == EntryType.USAGE)
        .toList();
  }

  private static List<Entry> entries(List<AgentOutput> outputs) {
    return outputs.stream().filter(Entry.class::isInstance).map(Entry.class::cast).toList();
  }

  @Property(tries = 500)
  void broken_and_repeated_lines_never_stop_the_reader(Given given) {
    var sample = given.any(Generator.of(SAMPLES));
    var lines = sample.lines().stream().flatMap(line -> mutated(line, given).stream()).toList();
    var outputs = sample.read(lines);
    assertThat(outputs).isEqualTo(sample.read(lines));
    assertThat(outputs).filteredOn(TurnEnded.class::isInstance).hasSize(1);
    assertThat(lastByKey(outputs)).isNotEmpty();
  }

  private static List<OutputLine> mutated(OutputLine line, Given given) {
    var text = line.text();
    return switch (given.any(MUTATIONS)) {
      case KEPT -> List.of(line);
      case LOST -> List.of();
      case REPEATED -> List.of(line, line);
      case CUT ->
          List.of(
              new OutputLine(
                  line.channel(), text.substring(0, given.any(integers(0, text.length()))), true));
      case CONTINUED -> List.of(new OutputLine(line.channel(), text, false));
      case RETYPED -> List.of(new OutputLine(line.channel(), retyped(text, given), true));
    };
  }

  /** The same JSON with one value of another type. */
  private static String retyped(String text, Given given) {
    var value = given.any(Generator.of("null", "7", "\"x\"", "[]", "{}", "true", "1e999999999"));
    var places = text.split("(?<=\":)(?=[\"\\d])", -1);
    var place = given.any(integers(0, places.length - 1));
    places[place] = places[place].replaceFirst("^(\"[^\"\\\\]*\"|\\d+)", value);
    return String.join("", places);
  }

  private static Map<String, Entry> lastByKey(List<AgentOutput> outputs) {
    var last = new HashMap<String, Entry>();
    entries(outputs).forEach(entry -> last.put(entry.key(), entry));
    return last;
  }
}
