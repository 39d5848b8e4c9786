package dev.baton.bench;

import java.text.DecimalFormat;
import java.util.List;
import java.util.Locale;

/** Something that we want of our own server. */
sealed interface Goal {
  /** A row of the table of goals: what, goal, ours, theirs, ratio, met. */
  List<String> row(Results results);

  /** Ours divided by the peer's is at most this. */
  record AtMost(Peer ours, Figure figure, double ratio, Peer peer) implements Goal {
    @Override
    public List<String> row(Results results) {
      return against(this.ours, figure, peer, results, "at most " + shown(ratio), true, ratio);
    }
  }

  /** Ours divided by the peer's is at least this. */
  record AtLeast(Peer ours, Figure figure, double ratio, Peer peer) implements Goal {
    @Override
    public List<String> row(Results results) {
      return against(this.ours, figure, peer, results, "at least " + shown(ratio), false, ratio);
    }
  }

  /** Ours stays under a number. */
  record Under(Peer ours, Figure figure, double limit) implements Goal {
    @Override
    public List<String> row(Results results) {
      var value = results.median(ours, figure);
      return List.of(
          "%s, %s".formatted(figure.title(), ours.name()),
          "under " + figure.format(limit),
          figure.format(value),
          "",
          "",
          verdict(value < limit));
    }
  }

  /** What a step adds to a run, in microseconds, stays under a number. */
  record PerStep(Peer run, Peer call, int steps, double limit) implements Goal {
    @Override
    public List<String> row(Results results) {
      var whole = results.median(run, Figure.RUN_MICROS);
      var one = results.median(call, Figure.RUN_MICROS);
      var step = (whole - one) / steps;
      return List.of(
          "µs per step, %s".formatted(run.name()),
          String.format(Locale.ROOT, "at most %.0f", limit),
          String.format(Locale.ROOT, "%.1f", step),
          "",
          "",
          verdict(step <= limit));
    }
  }

  /** What a step adds to a run costs at most so many times what a peer needs for a step. */
  record StepAtMost(Peer run, Peer without, int steps, double ratio, Peer peer) implements Goal {
    @Override
    public List<String> row(Results results) {
      var step =
          (results.median(run, Figure.RUN_MICROS) - results.median(without, Figure.RUN_MICROS))
              / steps;
      var theirs = results.median(peer, Figure.RUN_MICROS) / steps;
      return List.of(
          "added µs per step, %s".formatted(run.name()),
          "at most %s of %s".formatted(shown(ratio), peer.name()),
          Figure.RUN_MICROS.format(step),
          Figure.RUN_MICROS.format(theirs),
          String.format(Locale.ROOT, "%.2f", step / theirs),
          verdict(step <= ratio * theirs));
    }
  }

  private static List<String> against(
      Peer ours,
      Figure figure,
      Peer peer,
      Results results,
      String words,
      boolean most,
      double limit) {
    var mine = results.median(ours, figure);
    var theirs = results.median(peer, figure);
    var ratio = mine / theirs;
    return List.of(
        "%s, %s".formatted(figure.title(), ours.name()),
        "%s of %s".formatted(words, peer.name()),
        figure.format(mine),
        figure.format(theirs),
        String.format(Locale.ROOT, "%.2f", ratio),
        verdict(most ? ratio <= limit : ratio >= limit));
  }

  private static String shown(double ratio) {
    return ratio < 1
        ? "1/" + Math.round(1 / ratio)
        : ratio == 1 ? "that" : new DecimalFormat("0.#").format(ratio) + " times that";
  }

  private static String verdict(boolean met) {
    return met ? "yes" : "**no**";
  }
}
