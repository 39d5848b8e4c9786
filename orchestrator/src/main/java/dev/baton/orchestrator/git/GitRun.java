package dev.baton.orchestrator.git;

import dev.baton.mcp.tool.ToolFailure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** One git program from its start to its end; nothing of it is left when a method returns. */
final class GitRun {
  private static final int MOST_ERROR_BYTES = 32 * 1024;
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final String program;
  private final GitEnvironment environment;
  private final GitCommand command;
  private final Duration limit;

  GitRun(String program, GitEnvironment environment, GitCommand command, Duration limit) {
    this.program = program;
    this.environment = environment;
    this.command = command;
    this.limit = limit;
  }

  <T> Git.Answer<T> read(Git.OutputReader<T> reader) {
    return converse(new ByteArrayInputStream(command.input()), reader);
  }

  <T> Git.Answer<T> converse(InputStream input, Git.OutputReader<T> reader) {
    var git = start(builder());
    try {
      var said = new ByteArrayOutputStream();
      var error = begin(() -> lastOf(git.getErrorStream(), said));
      var written = begin(() -> write(git, input));
      var output = begin(() -> readAndClose(git, reader));
      var deadline = System.nanoTime() + limit.toNanos();
      var value = output.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (!git.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new TimeoutException();
      }
      return new Git.Answer<>(
          value, git.exitValue(), lastWords(error, said) + brokenOff(git, written));
    } catch (TimeoutException e) {
      throw tooSlow(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw failed(e);
    } finally {
      end(git);
    }
  }

  /**
   * Lets both streams go to a file.
   *
   * <p>why: a program that a hook leaves running holds the streams open, and we would wait for it.
   */
  GitOutput toFile(Path scratch) {
    try {
      var file = Files.createTempFile(scratch, "git", ".out");
      try {
        var git = start(builder().redirectErrorStream(true).redirectOutput(file.toFile()));
        try {
          var _ = write(git, new ByteArrayInputStream(command.input()));
          if (!git.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw tooSlow(new TimeoutException());
          }
        } finally {
          end(git);
        }
        try (var in = Files.newInputStream(file)) {
          return new GitOutput(
              git.exitValue(), new byte[0], lastOf(in, new ByteArrayOutputStream()));
        }
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ProcessBuilder builder() {
    var words = new ArrayList<String>();
    words.add(program);
    words.addAll(GitEnvironment.options(command));
    words.addAll(command.arguments());
    var builder = new ProcessBuilder(words).directory(command.place().directory().toFile());
    environment.applyTo(builder.environment(), command);
    return builder;
  }

  private Process start(ProcessBuilder builder) {
    if (!Files.isDirectory(command.place().directory())) {
      throw ToolFailure.notFound(
          "Directory %s does not exist any more".formatted(command.place().directory()),
          "Put it back, or correct the path of the repository");
    }
    try {
      return builder.start();
    } catch (IOException e) {
      throw new GitException(
          "'%s' cannot be started (%s): %s".formatted(program, cause(e), remedy(e)), e);
    }
  }

  /** A runtime goes on about itself after the first line. */
  private static String cause(IOException problem) {
    return String.valueOf(problem.getMessage()).lines().findFirst().orElse("").strip();
  }

  private static String remedy(IOException problem) {
    var cause = cause(problem);
    if (cause.contains("Too many open files")) {
      return "raise the limit of open files, such as with 'ulimit -n 4096', then start Baton again";
    }
    return cause.contains("Cannot allocate memory")
        ? "make memory free, then try again"
        : "install git 2.39 or newer and put it on the PATH";
  }

  private static <T> FutureTask<T> begin(Callable<T> work) {
    var task = new FutureTask<>(work);
    Thread.startVirtualThread(task);
    return task;
  }

  private static <T> T readAndClose(Process git, Git.OutputReader<T> reader) throws IOException {
    try (var in = git.getInputStream()) {
      return reader.read(in);
    }
  }

  /** Returns why git did not get all of it; its exit code tells what that means. */
  private static Optional<IOException> write(Process git, InputStream input) {
    try (var out = git.getOutputStream()) {
      input.transferTo(out);
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(e);
    }
  }

  /** What git said about input that broke off is not the whole truth. */
  private static String brokenOff(Process git, FutureTask<Optional<IOException>> written) {
    if (git.exitValue() == 0) {
      return "";
    }
    var problem =
        switch (written.state()) {
          case SUCCESS -> written.resultNow().map(Exception::toString);
          case FAILED -> Optional.of(written.exceptionNow().toString());
          // why nothing: without input the writer may just not have come to its end yet
          case RUNNING, CANCELLED -> Optional.<String>empty();
        };
    return problem.map(" (its input broke off: %s)"::formatted).orElse("");
  }

  /** What git said until it ended, also if a program that it left behind may say more. */
  private static String lastWords(FutureTask<String> error, ByteArrayOutputStream said)
      throws ExecutionException, InterruptedException {
    try {
      return error.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // why no failure: an ssh that keeps its connection open for later holds the stream
      return said.toString(StandardCharsets.UTF_8);
    }
  }

  private static String lastOf(InputStream in, ByteArrayOutputStream last) throws IOException {
    var buffer = new byte[8192];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      last.write(buffer, 0, n);
      if (last.size() > 2 * MOST_ERROR_BYTES) {
        var bytes = last.toByteArray();
        last.reset();
        last.write(bytes, bytes.length - MOST_ERROR_BYTES, MOST_ERROR_BYTES);
      }
    }
    return last.toString(StandardCharsets.UTF_8);
  }

  private static void end(Process git) {
    if (git.isAlive()) {
      var programs = Stream.concat(git.descendants(), Stream.of(git.toHandle())).toList();
      // why not by force at once: asked to end, git takes its lock files away
      programs.forEach(ProcessHandle::destroy);
      if (!endsSoon(git)) {
        programs.forEach(ProcessHandle::destroyForcibly);
      }
    }
  }

  private static boolean endsSoon(Process git) {
    var isInterrupted = Thread.interrupted();
    try {
      return git.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      isInterrupted = true;
      return false;
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private GitException tooSlow(TimeoutException cause) {
    return new GitException(
        "%s did not end within %d seconds".formatted(command, limit.toSeconds()), cause);
  }

  private GitException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new GitException("%s was interrupted".formatted(command), cause);
  }

  private RuntimeException failed(ExecutionException e) {
    return e.getCause() instanceof GitException known
        ? known
        : new GitException(
            "The output of %s cannot be read: %s".formatted(command, e.getCause()), e);
  }
}
