package dev.baton.bench;

import java.io.IOException;
import java.util.List;

/**
 * A group of rows: who is measured, what, and what we want of it. A new group implements this and
 * is named in {@link Bench}; rounds, medians and tables come by themselves.
 */
interface Measurement {
  /** What the command line and the markers in README call it. */
  String name();

  /** The rows that are measured together; by default these alone. */
  default String group() {
    return name();
  }

  /** One sentence about how it is done. */
  String method();

  List<Peer> peers();

  List<Figure> figures();

  /** Whose figures this peer's are divided by. */
  Peer reference(Peer peer);

  List<Goal> goals();

  int rounds();

  /** Makes what the peers need. */
  default void prepare() throws IOException, InterruptedException {}

  /** Ends what was made for the peers. */
  default void cleanUp() throws IOException {}

  /** Measures this peer once; every figure that it has gets one value. */
  void measure(Peer peer, Results results) throws IOException, InterruptedException;
}
