package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The command behind {@code bench/run}. */
final class Bench {
  private static final String QUICK = "--quick";

  private Bench() {}

  /** Takes the source tree, the Node to use, then options and the groups to measure. */
  public static void main(String[] args) throws IOException, InterruptedException {
    var installation = new Installation(Path.of(args[0]), args[1]);
    var wishes = new ArrayList<>(List.of(args).subList(2, args.length));
    var command = ("bench/run " + String.join(" ", wishes)).strip();
    var quick = wishes.remove(QUICK);
    var plan = quick ? Plan.QUICK : Plan.FULL;
    for (var option : wishes.stream().filter(wish -> wish.startsWith("--")).toList()) {
      plan = plan.with(option);
    }
    wishes.removeIf(wish -> wish.startsWith("--"));
    var rounds = new Rounds(installation, System.err);
    var readme = new Readme(installation.bench().resolve("README.md"));
    for (var measurement : chosen(all(installation, plan), wishes)) {
      var section = rounds.run(measurement, command);
      System.out.println(section);
      if (!quick) {
        readme.replace(measurement.name(), section);
      }
    }
  }

  /** New rows are named here. */
  private static List<Measurement> all(Installation installation, Plan plan) {
    return List.of(
        new StartMeasurement(installation, plan),
        new CallMeasurement(installation, plan),
        new WorkflowMeasurement(installation, plan),
        new DurabilityMeasurement(installation, plan),
        new ContinuationMeasurement(installation, plan),
        new TaskMeasurement(installation, plan),
        new ScaleMeasurement(installation, plan),
        new IngestMeasurement(installation, plan),
        new CreateMeasurement(installation, plan),
        new RestartMeasurement(installation, plan),
        new WorktreeMeasurement(installation, plan),
        new ChangesMeasurement(installation, plan),
        AgentsMeasurement.alone(installation, plan),
        AgentsMeasurement.watched(installation, plan),
        new McpStartMeasurement(installation, plan),
        new VerbMeasurement(installation, plan),
        new PagesMeasurement(installation, plan),
        new NodesMeasurement(installation, plan),
        new IdleNodesMeasurement(installation, plan),
        new LineMeasurement(installation, plan),
        new DistanceMeasurement(installation, plan));
  }

  private static List<Measurement> chosen(List<Measurement> all, List<String> names) {
    var known = all.stream().flatMap(Bench::names).distinct().toList();
    if (!known.containsAll(names)) {
      throw new IllegalArgumentException(
          "Groups and tables are %s, not %s".formatted(known, names));
    }
    return all.stream()
        .filter(it -> names.isEmpty() || names(it).anyMatch(names::contains))
        .toList();
  }

  /** What a measurement can be asked for by: its group or its own table. */
  private static Stream<String> names(Measurement measurement) {
    return Stream.of(measurement.group(), measurement.name());
  }
}
