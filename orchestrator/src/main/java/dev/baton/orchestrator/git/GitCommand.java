package dev.baton.orchestrator.git;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One call of the git program. Immutable. */
public final class GitCommand {
  private final GitPlace place;
  private final List<String> arguments;
  private final Map<String, String> environment;
  private final byte[] input;
  private final boolean hooks;
  private final Duration limit;

  private GitCommand(
      GitPlace place,
      List<String> arguments,
      Map<String, String> environment,
      byte[] input,
      boolean hooks,
      Duration limit) {
    this.place = place;
    this.arguments = List.copyOf(arguments);
    this.environment = environment;
    this.input = input;
    this.hooks = hooks;
    this.limit = limit;
  }

  public static GitCommand in(GitPlace place, String... arguments) {
    return in(place, List.of(arguments));
  }

  public static GitCommand in(GitPlace place, List<String> arguments) {
    return new GitCommand(place, arguments, Map.of(), new byte[0], false, Duration.ZERO);
  }

  public GitCommand withEnvironment(Map<String, String> more) {
    var all = new LinkedHashMap<>(environment);
    all.putAll(more);
    return new GitCommand(place, arguments, all, input, hooks, limit);
  }

  public GitCommand withInput(byte[] bytes) {
    return new GitCommand(place, arguments, environment, bytes, hooks, limit);
  }

  public GitCommand withInput(String text) {
    return withInput(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Each path with a NUL behind it, as the options with {@code -z} want them. */
  public GitCommand withPaths(Collection<GitPath> paths) {
    return withInput(GitPath.ended(paths));
  }

  /** Lets the hooks of the repository run, in the locale of the user. */
  public GitCommand withHooks() {
    return new GitCommand(place, arguments, environment, input, true, limit);
  }

  /** Sets a time limit of its own. */
  public GitCommand within(Duration time) {
    return new GitCommand(place, arguments, environment, input, hooks, time);
  }

  GitPlace place() {
    return place;
  }

  List<String> arguments() {
    return arguments;
  }

  Map<String, String> environment() {
    return environment;
  }

  byte[] input() {
    return input;
  }

  boolean hooks() {
    return hooks;
  }

  Duration limitOr(Duration usual) {
    return limit.isZero() ? usual : limit;
  }

  @Override
  public String toString() {
    return "'git %s' in %s".formatted(String.join(" ", arguments), place.directory());
  }
}
