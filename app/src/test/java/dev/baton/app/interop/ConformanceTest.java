package dev.baton.app.interop;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.baton.app.NodeTools;
import dev.baton.app.Program;
import dev.baton.app.interop.ConformanceSuite.Report;
import dev.baton.app.interop.ConformanceSuite.Verdict;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/**
 * The official conformance suite against the fixture server, in a process of its own. The suite's
 * exit code ignores what it does not score, so every scenario's own result is read.
 */
@Tag("slow")
class ConformanceTest {
  private static final Logger LOG = (Logger) LoggerFactory.getLogger("conformance");

  @TempDir private Path results;

  /** How many scenarios of a kind passed; those that the suite itself skips are named instead. */
  private record Count(String kind, long passed, long of, List<String> skipped) {
    String line() {
      return "%-10s %2d of %2d passed%s"
          .formatted(
              kind,
              passed,
              of,
              skipped.isEmpty() ? "" : "; skipped by the suite: " + String.join(", ", skipped));
    }
  }

  @BeforeAll
  static void the_build_shows_the_numbers() {
    LOG.setLevel(Level.INFO);
  }

  @Test
  void the_older_revision_passes_whole() throws Exception {
    assertThat(run("2025-11-25"))
        .containsExactly(
            new Count("required", 30, 30, List.of()), new Count("not scored", 3, 3, List.of()));
  }

  @Test
  void the_newer_revision_passes_whole_with_all_tasks_that_the_suite_can_run() throws Exception {
    assertThat(run("2026-07-28"))
        .containsExactly(
            new Count("required", 37, 37, List.of()),
            new Count("tasks", 9, 9, List.of("tasks-status-notifications")),
            new Count("not scored", 3, 3, List.of()));
  }

  private List<Count> run(String revision) throws IOException, InterruptedException {
    var suite =
        new ConformanceSuite(NodeTools.installOrSkip("The official conformance suite"), results);
    var plan = suite.plan(revision);
    var byTasks =
        plan.unscored().stream()
            .collect(Collectors.partitioningBy(scenario -> scenario.startsWith("tasks-")));
    try (var server = Program.baton("example", "conformance", "--http", "0", "--no-token")) {
      var url = Json.parseObject(server.line()).path("url").asString();
      var report = suite.run(revision, url);
      var counts =
          Stream.of(
                  count("required", plan.scored(), report),
                  count("tasks", byTasks.getOrDefault(true, List.of()), report),
                  count("not scored", byTasks.getOrDefault(false, List.of()), report))
              .filter(count -> count.of() > 0)
              .toList();
      LOG.info(
          "Official conformance suite at {}:\n  {}",
          revision,
          counts.stream().map(Count::line).collect(Collectors.joining("\n  ")));
      assertThat(failures(report)).as("what failed at %s", revision).isEmpty();
      assertThat(report.exitCode()).as(report.output()).isZero();
      return counts;
    }
  }

  private static Count count(String kind, List<String> scenarios, Report report) {
    var skipped =
        scenarios.stream().filter(name -> report.of(name).verdict() == Verdict.SKIPPED).toList();
    var passed =
        scenarios.stream().filter(name -> report.of(name).verdict() == Verdict.PASSED).count();
    return new Count(kind, passed, scenarios.size() - skipped.size(), skipped);
  }

  private static Map<String, List<String>> failures(Report report) {
    var failures = new TreeMap<String, List<String>>();
    report
        .outcomes()
        .forEach(
            (scenario, outcome) -> {
              if (outcome.verdict() == Verdict.FAILED) {
                failures.put(scenario, outcome.failures());
              }
            });
    return failures;
  }
}
