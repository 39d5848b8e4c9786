package dev.baton.orchestrator.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a real agent and its client said to each other. */
public record Recording(String name, List<Part> parts) {
  /** One line of it. */
  public sealed interface Part {
    /** What the agent printed. */
    record Printed(OutputLine line) implements Part {}

    /** What its client wrote. */
    record Written(JsonEvent message) implements Part {}
  }

  public Recording {
    parts = List.copyOf(parts);
  }

  /** Reads a recording: JSON lines as printed, or the wire with marks before the lines. */
  public static Recording load(String name) {
    var parts = new ArrayList<Part>();
    read("samples/" + name)
        .lines()
        .filter(line -> !line.matches("(EXIT|KIDS) .*"))
        .forEach(line -> parts.add(name.endsWith(".jsonl") ? printed(line) : wire(line)));
    return new Recording(name, parts);
  }

  private static Part printed(String line) {
    return new Part.Printed(OutputLine.stdout(line));
  }

  private static Part wire(String line) {
    if (line.startsWith(">> ")) {
      return new Part.Written(JsonEvent.parse(line.substring(3)).orElseThrow());
    }
    if (line.startsWith("<< ")) {
      return printed(line.replaceFirst("<< \\+\\d+ ", ""));
    }
    return new Part.Printed(OutputLine.stderr(line.replaceFirst("^!! ", "")));
  }

  /** All lines that the agent printed. */
  public List<OutputLine> lines() {
    return parts.stream()
        .filter(Part.Printed.class::isInstance)
        .map(part -> ((Part.Printed) part).line())
        .toList();
  }

  /** A file among the resources of the agent tests. */
  static String read(String name) {
    try (var input = Recording.class.getResourceAsStream("/agents/" + name)) {
      if (input == null) {
        throw new IllegalArgumentException("There is no resource " + name);
      }
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
