package dev.baton.orchestrator.fleet;

import java.util.Optional;
import java.util.UUID;

/**
 * News that one node tells the others through the database. The first word names the kind, so that
 * later versions can add kinds: a node ignores those that it does not know. Nothing rests on news
 * alone, because they can get lost.
 */
public sealed interface NodeNews {
  /** There are new events. */
  record Happened() implements NodeNews {
    @Override
    public String words() {
      return "event";
    }
  }

  /**
   * The log of an attempt has grown.
   *
   * @param sender who told it, which hears it, too
   */
  record Output(UUID sender, UUID attemptId) implements NodeNews {
    @Override
    public String words() {
      return "output %s %s".formatted(sender, attemptId);
    }
  }

  /** A node has an attempt to go on with. */
  record Due(String node) implements NodeNews {
    @Override
    public String words() {
      return "due " + node;
    }
  }

  /** An attempt goes on elsewhere. */
  record Moved(UUID attemptId) implements NodeNews {
    @Override
    public String words() {
      return "moved " + attemptId;
    }
  }

  /** A repository was added. */
  record Repositories() implements NodeNews {
    @Override
    public String words() {
      return "repositories";
    }
  }

  /** A node is asked to do something. */
  record Called(UUID callId, String node) implements NodeNews {
    @Override
    public String words() {
      return "call %s %s".formatted(callId, node);
    }
  }

  /** What a node was asked to do is done. */
  record Answered(UUID callId) implements NodeNews {
    @Override
    public String words() {
      return "answered " + callId;
    }
  }

  /** How it is told. */
  String words();

  /** What was told; empty if it is of a kind that this version does not know. */
  static Optional<NodeNews> parse(String words) {
    var kind = words.split(" ", 2);
    var rest = kind.length == 2 ? kind[1] : "";
    // why in two: the name of a node comes last, and may have spaces
    var parts = rest.split(" ", 2);
    var last = parts.length == 2 ? parts[1] : "";
    try {
      return switch (kind[0]) {
        // why the empty one: who hears again does not know what was told meanwhile
        case "", "event" -> Optional.of(new Happened());
        case "output" -> Optional.of(new Output(UUID.fromString(parts[0]), UUID.fromString(last)));
        case "due" -> Optional.of(new Due(rest));
        case "moved" -> Optional.of(new Moved(UUID.fromString(rest)));
        case "repositories" -> Optional.of(new Repositories());
        case "call" -> Optional.of(new Called(UUID.fromString(parts[0]), last));
        case "answered" -> Optional.of(new Answered(UUID.fromString(rest)));
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
