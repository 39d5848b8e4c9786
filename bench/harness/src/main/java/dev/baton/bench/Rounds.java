package dev.baton.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.stream.Collectors;

/** Goes round the peers again and again, so that whatever the machine does meets them all. */
final class Rounds {
  private final Installation installation;
  private final PrintStream progress;

  Rounds(Installation installation, PrintStream progress) {
    this.installation = installation;
    this.progress = progress;
  }

  /** Measures, and returns what README says about it. */
  String run(Measurement measurement, String command) throws IOException, InterruptedException {
    try {
      measurement.prepare();
      return measured(measurement, command);
    } finally {
      measurement.cleanUp();
    }
  }

  private String measured(Measurement measurement, String command)
      throws IOException, InterruptedException {
    var results = new Results();
    var loadBefore = Machine.load();
    for (var round = 0; round < measurement.rounds(); round++) {
      var order = new ArrayList<>(measurement.peers());
      // why: nobody is always the first, or always after the same one
      Collections.rotate(order, -round);
      for (var peer : order) {
        visit(measurement, peer, results);
        report(measurement, peer, round, results);
      }
    }
    var circumstances =
        "Made on %s by `%s` on %s. Load average %.1f before and %.1f after, the bench's own included; other work took %.0f %% of the machine's CPU meanwhile (median; at most %.0f %%)."
            .formatted(
                LocalDate.now(ZoneOffset.UTC),
                command,
                Machine.describe(installation),
                loadBefore,
                Machine.load(),
                100 * results.medianOtherWork(),
                100 * results.mostOtherWork());
    return "%s\n\n%s\n%s\n%s\n"
        .formatted(
            measurement.method(),
            Table.ofFigures(measurement, results),
            Table.ofGoals(measurement, results),
            circumstances);
  }

  private static void visit(Measurement measurement, Peer peer, Results results)
      throws IOException, InterruptedException {
    var busy = CpuTime.ofMachine();
    var own = CpuTime.ownAndChildren();
    var begin = System.nanoTime();
    measurement.measure(peer, results);
    var available = Machine.cores() * (System.nanoTime() - begin) / 1e9;
    var others = CpuTime.ofMachine() - busy - (CpuTime.ownAndChildren() - own);
    results.addOtherWork(Math.max(0, others / available));
  }

  private void report(Measurement measurement, Peer peer, int round, Results results) {
    progress.printf(
        "round %d: %-30s %s%n",
        round + 1,
        peer.name(),
        measurement.figures().stream()
            .filter(figure -> results.has(peer, figure))
            .map(figure -> figure.title() + " " + figure.format(results.latest(peer, figure)))
            .collect(Collectors.joining(", ")));
  }
}
