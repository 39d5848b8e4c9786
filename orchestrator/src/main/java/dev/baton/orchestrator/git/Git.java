package dev.baton.orchestrator.git;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The git program of this machine. Thread safe; what changes a repository is done one after the
 * other, also between processes that share the directory of locks.
 */
public final class Git {
  /**
   * How long things may take.
   *
   * @param command one git command
   * @param hooks a commit with the hooks of the repository
   * @param lock waiting for another program that works in the same repository
   */
  public record GitTimes(Duration command, Duration hooks, Duration lock) {
    public static final GitTimes USUAL =
        new GitTimes(Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofMinutes(1));
  }

  /** Makes a value of a program's output. */
  @FunctionalInterface
  public interface OutputReader<T> {
    T read(InputStream in) throws IOException;
  }

  /** What the reader made, and how git ended. */
  public record Answer<T>(T value, int exitCode, String error) {}

  private static final int MAJOR = 2;
  private static final int MINOR = 39;
  private static final Pattern VERSION = Pattern.compile("git version (\\d+)\\.(\\d+)\\S*.*");

  /** No answer that we hold in memory may be longer. */
  static final int MOST_BYTES = 64 * 1024 * 1024;

  private final String program;
  private final GitEnvironment environment;
  private final GitTimes times;
  private final Locks locks;

  private Git(String program, GitEnvironment environment, GitTimes times, Locks locks) {
    this.program = program;
    this.environment = environment;
    this.times = times;
    this.locks = locks;
  }

  /** The git of the search path; locks are files in a directory, which is made. */
  public static Git find(Path locks) {
    return open("git", locks, Map.of(), GitTimes.USUAL);
  }

  /**
   * A git of the caller's choice.
   *
   * @param program a name on the search path, or a path
   * @param environment variables that every command gets
   * @throws GitException if it is not there, or too old
   */
  public static Git open(
      String program, Path locks, Map<String, String> environment, GitTimes times) {
    var git =
        new Git(program, new GitEnvironment(environment), times, new Locks(locks, times.lock()));
    git.requireVersion();
    return git;
  }

  /** The version that the program names, such as {@code 2.39.5}. */
  public String version() {
    return versionLine().replaceFirst("git version (\\S+).*", "$1");
  }

  private String versionLine() {
    return run(GitCommand.in(new GitPlace.Discovered(Path.of("/")), "version")).text();
  }

  private void requireVersion() {
    var line = versionLine();
    var version = VERSION.matcher(line);
    if (!version.matches()) {
      throw new GitException(
          "'%s' answered '%s' when asked for its version: set the path of a git program"
              .formatted(program, line));
    }
    int major = Integer.parseInt(version.group(1));
    int minor = Integer.parseInt(version.group(2));
    if (major < MAJOR || (major == MAJOR && minor < MINOR)) {
      throw new GitException(
          "'%s' is git %d.%d, and Baton needs %d.%d or newer: install a newer git"
              .formatted(program, major, minor, MAJOR, MINOR));
    }
  }

  public GitTimes times() {
    return times;
  }

  /** The repository at a place. */
  public GitRepository in(GitPlace place) {
    return new GitRepository(this, place);
  }

  /** Runs a command that has to succeed. */
  public GitOutput run(GitCommand command) {
    var output = attempt(command);
    if (!output.succeeded()) {
      GitLockFile.refuseIn(output);
      throw GitException.failed(command, output.exitCode(), output.error());
    }
    return output;
  }

  /** Runs a command that may fail. */
  public GitOutput attempt(GitCommand command) {
    var answer = stream(command, in -> wholeOf(in, command));
    return new GitOutput(answer.exitCode(), answer.value(), answer.error());
  }

  /** Runs a command and reads its output while it comes; what the reader leaves is not read. */
  public <T> Answer<T> stream(GitCommand command, OutputReader<T> reader) {
    return new GitRun(program, environment, command, command.limitOr(times.command())).read(reader);
  }

  /** Runs a command, and gives it what comes in while its output is read. */
  <T> Answer<T> converse(GitCommand command, InputStream in, OutputReader<T> reader) {
    return new GitRun(program, environment, command, command.limitOr(times.command()))
        .converse(in, reader);
  }

  /** Runs a command whose hooks may leave programs behind; the output is both streams' end. */
  public GitOutput runWithHooks(GitCommand command, Path scratch) {
    return new GitRun(program, environment, command.withHooks(), command.limitOr(times.hooks()))
        .toFile(scratch);
  }

  private static byte[] wholeOf(InputStream in, GitCommand command) throws IOException {
    var bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new GitException("%s printed more than %d bytes".formatted(command, MOST_BYTES));
    }
    return bytes;
  }

  /** Does something while no other thread or process changes these repositories. */
  public <T> T exclusively(Collection<Path> repositories, Supplier<T> work) {
    return locks.hold(repositories, work);
  }

  /** The commit of a ref, or nothing. */
  public Optional<String> findCommit(GitPlace place, String name) {
    var command =
        GitCommand.in(
            place, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}");
    var output = attempt(command);
    return output.succeeded() ? Optional.of(output.text()) : Optional.empty();
  }

  public boolean isAncestor(GitPlace place, String older, String newer) {
    return attempt(GitCommand.in(place, "merge-base", "--is-ancestor", older, newer)).succeeded();
  }
}
