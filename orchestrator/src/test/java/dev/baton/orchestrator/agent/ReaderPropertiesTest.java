package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentOutput.Entry;
import dev.baton.orchestrator.agent.AgentOutput.TurnEnded;
import dev.baton.orchestrator.agent.acp.AcpProfiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

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

  @Provide
  Arbitrary<Sample> samples() {
    return Arbitraries.of(SAMPLES);
  }

  @Property(tries = 300)
  void the_order_of_the_two_streams_among_each_other_does_not_matter(
      @ForAll("samples") Sample sample, @ForAll long seed) {
    var errors = List.of("warning: one", "", "ERROR two", "\u001B[31mthree\u001B[0m");
    var output = sample.lines().stream().filter(ReaderPropertiesTest::isOutput).toList();
    var mixed = new ArrayList<>(output);
    var random = new Random(seed);
    var from = 0;
    for (var error : errors) {
      from += random.nextInt(mixed.size() - from + 1);
      mixed.add(from++, OutputLine.stderr(error));
    }
    var inOrder = new ArrayList<>(output);
    errors.forEach(error -> inOrder.add(OutputLine.stderr(error)));
    assertThat(sample.read(mixed)).containsExactlyInAnyOrderElementsOf(sample.read(inOrder));
  }

  private static boolean isOutput(OutputLine line) {
    return line.channel() == OutputLine.Channel.STDOUT;
  }

  @Property(tries = 500)
  void a_line_that_nobody_understands_is_kept(
      @ForAll("samples") Sample sample, @ForAll("garbage") String garbage, @ForAll long seed) {
    var lines = new ArrayList<>(sample.lines());
    lines.add(new Random(seed).nextInt(lines.size() + 1), OutputLine.stdout(garbage));
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

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.oneOf(
            Arbitraries.strings().ofMinLength(1).ofMaxLength(80).excludeChars('\u001B', '\n', '\r'),
            Arbitraries.of(
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
  }

  @Property(tries = 500)
  void broken_and_repeated_lines_never_stop_the_reader(
      @ForAll("samples") Sample sample, @ForAll long seed) {
    var random = new Random(seed);
    var lines = sample.lines().stream().flatMap(line -> mutated(line, random).stream()).toList();
    var outputs = sample.read(lines);
    assertThat(outputs).isEqualTo(sample.read(lines));
    assertThat(outputs).filteredOn(TurnEnded.class::isInstance).hasSize(1);
    assertThat(lastByKey(outputs)).isNotEmpty();
  }

  private static List<OutputLine> mutated(OutputLine line, Random random) {
    var text = line.text();
    return switch (random.nextInt(8)) {
      case 0 -> List.of();
      case 1 -> List.of(line, line);
      case 2 ->
          List.of(
              new OutputLine(
                  line.channel(), text.substring(0, random.nextInt(text.length() + 1)), true));
      case 3 -> List.of(new OutputLine(line.channel(), text, false));
      case 4 -> List.of(new OutputLine(line.channel(), retyped(text, random), true));
      default -> List.of(line);
    };
  }

  /** The same JSON with one value of another type. */
  private static String retyped(String text, Random random) {
    var values = List.of("null", "7", "\"x\"", "[]", "{}", "true", "1e999999999");
    var value = values.get(random.nextInt(values.size()));
    var places = text.split("(?<=\":)(?=[\"\\d])", -1);
    var place = random.nextInt(places.length);
    places[place] = places[place].replaceFirst("^(\"[^\"\\\\]*\"|\\d+)", value);
    return String.join("", places);
  }

  private static Map<String, Entry> lastByKey(List<AgentOutput> outputs) {
    var last = new HashMap<String, Entry>();
    entries(outputs).forEach(entry -> last.put(entry.key(), entry));
    return last;
  }
}
