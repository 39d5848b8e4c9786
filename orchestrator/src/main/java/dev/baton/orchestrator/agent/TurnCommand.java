package dev.baton.orchestrator.agent;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A program to start for a turn.
 *
 * @param argv the program, as an absolute path or a name to find on the path, and its arguments; no
 *     secrets, since every user of the machine can see it
 * @param environment all that the program gets; nothing is inherited
 * @param files to write before the start, readable by the owner only
 */
public record TurnCommand(
    List<String> argv,
    Map<String, String> environment,
    Path directory,
    Input input,
    List<TurnFile> files) {
  public TurnCommand {
    argv = List.copyOf(argv);
    environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    files = List.copyOf(files);
  }

  /** A file to write before the start; directories above it are made. */
  public record TurnFile(Path path, String content) {}

  /** What the program reads from its standard input. */
  public sealed interface Input {
    /** The text to write first. */
    String text();

    /** The text, then the end of the stream. */
    record Whole(String text) implements Input {}

    /**
     * The text, then what the reader of the turn asks to send; the stream is closed when the turn
     * has ended.
     */
    record Channel(String text) implements Input {}
  }
}
