package dev.baton.bench;

import java.util.List;
import java.util.stream.Stream;

/** A kind of database, what Baton does with it, and the least that this can cost. */
record Kept(Engine engine, Peer ours, Peer bare) {
  /** One for every kind of database, whose title ends the names. */
  static List<Kept> inEach(String ours, String bare) {
    return Stream.of(Engine.values())
        .map(engine -> new Kept(engine, named(ours, engine), named(bare, engine)))
        .toList();
  }

  private static Peer named(String what, Engine engine) {
    return Peer.bare("%s, %s".formatted(what, engine.title()));
  }

  /** The bare one that belongs to this one of these. */
  static Peer bare(List<Kept> all, Peer peer) {
    return all.stream()
        .filter(it -> it.ours().equals(peer) || it.bare().equals(peer))
        .findFirst()
        .orElseThrow()
        .bare();
  }
}
