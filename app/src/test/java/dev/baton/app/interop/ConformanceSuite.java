package dev.baton.app.interop;

import dev.baton.app.NodeTools;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The official conformance suite, run against a server that listens already. */
final class ConformanceSuite {
  private static final String SCRIPT = "@modelcontextprotocol/conformance/dist/index.js";
  private static final Pattern RESULT_DIRECTORY =
      Pattern.compile("server-(.+)-\\d{4}-\\d\\d-\\d\\dT[0-9-]+Z");
  private static final Pattern SCENARIO = Pattern.compile(" +- (\\S+)( \\[server])?");

  /** The scenarios of one revision of the protocol: what it requires, and what it only reports. */
  record Plan(List<String> scored, List<String> unscored) {
    Plan {
      scored = List.copyOf(scored);
      unscored = List.copyOf(unscored);
    }
  }

  enum Verdict {
    PASSED,
    FAILED,
    SKIPPED
  }

  /** What came of a scenario; the failures name the check and the reason. */
  record Outcome(Verdict verdict, int passedChecks, List<String> failures) {
    Outcome {
      failures = List.copyOf(failures);
    }
  }

  /** What came of all scenarios of a run. */
  record Report(int exitCode, String output, Map<String, Outcome> outcomes) {
    /** A scenario that left no result has failed. */
    Outcome of(String scenario) {
      return Optional.ofNullable(outcomes.get(scenario))
          .orElseGet(
              () -> new Outcome(Verdict.FAILED, 0, List.of("there is no result of this scenario")));
    }
  }

  private final NodeTools node;
  private final Path directory;

  ConformanceSuite(NodeTools node, Path directory) {
    this.node = node;
    this.directory = directory;
  }

  /** What the suite itself says belongs to a revision. */
  Plan plan(String revision) throws IOException, InterruptedException {
    var scored = new ArrayList<String>();
    var unscored = new ArrayList<String>();
    var section = "";
    for (var line : run("list", "--requirements", revision).out().lines().toList()) {
      var scenario = SCENARIO.matcher(line);
      if (!scenario.matches()) {
        section = line.startsWith(" ") || line.isBlank() ? section : line;
      } else if (section.startsWith("Server scenarios")) {
        scored.add(scenario.group(1));
      } else if (section.startsWith("Run and reported") && scenario.group(2) != null) {
        unscored.add(scenario.group(1));
      }
    }
    return new Plan(scored, unscored);
  }

  /** Runs all scenarios of a revision, those that it does not score too. */
  Report run(String revision, String url) throws IOException, InterruptedException {
    var results = directory.resolve(revision);
    var ended = run("server", "--url", url, "--requirements", revision, "-o", results.toString());
    return new Report(ended.code(), ended.out() + ended.err(), read(results));
  }

  private Program.Ended run(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(node.command(SCRIPT));
    command.addAll(List.of(arguments));
    try (var program = Program.start(command, Map.of())) {
      return program.await();
    }
  }

  private static Map<String, Outcome> read(Path results) throws IOException {
    var outcomes = new TreeMap<String, Outcome>();
    if (!Files.isDirectory(results)) {
      return outcomes;
    }
    try (var directories = Files.newDirectoryStream(results)) {
      for (var scenario : directories) {
        var name = RESULT_DIRECTORY.matcher(String.valueOf(scenario.getFileName()));
        if (name.matches()) {
          var checks = Json.MAPPER.readTree(scenario.resolve("checks.json"));
          outcomes.put(name.group(1), judge(checks));
        }
      }
    }
    return outcomes;
  }

  private static Outcome judge(JsonNode checks) {
    var failures =
        checks
            .valueStream()
            .filter(check -> hasStatus(check, "FAILURE"))
            .map(
                check -> check.path("id").asString() + ": " + check.path("errorMessage").asString())
            .toList();
    var passed = (int) checks.valueStream().filter(check -> hasStatus(check, "SUCCESS")).count();
    return new Outcome(verdict(checks, failures), passed, failures);
  }

  private static Verdict verdict(JsonNode checks, List<String> failures) {
    if (!failures.isEmpty() || checks.isEmpty()) {
      return Verdict.FAILED;
    }
    return checks.valueStream().allMatch(check -> hasStatus(check, "SKIPPED"))
        ? Verdict.SKIPPED
        : Verdict.PASSED;
  }

  private static boolean hasStatus(JsonNode check, String status) {
    return check.path("status").asString().equals(status);
  }
}
