package dev.baton.bench;

/** How often each latency was seen, to the microsecond. Not thread safe. */
final class Latencies {
  /** What is slower than this counts as this. */
  private static final int LONGEST_MICROS = 2_000_000;

  private final int[] counts = new int[LONGEST_MICROS + 1];
  private long total;

  void add(long nanos) {
    counts[(int) Math.min(nanos / 1000, LONGEST_MICROS)]++;
    total++;
  }

  long total() {
    return total;
  }

  /** The latency in milliseconds that this share of all calls did not pass. */
  double millis(double share) {
    var wanted = (long) Math.ceil(share * total);
    var seen = 0L;
    for (var micros = 0; micros < counts.length; micros++) {
      seen += counts[micros];
      if (seen >= wanted) {
        return micros / 1000.0;
      }
    }
    return LONGEST_MICROS / 1000.0;
  }
}
