package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Talks to a program that reads from a {@link ProgramInput.Pipe}. The server that runs may use it,
 * whichever it is; two at once would mix what they send. Thread safe.
 */
public final class InputPipe {
  private final ProgramDirectory directory;
  private final Duration patience;

  public InputPipe(ProgramDirectory directory, Duration patience) {
    this.directory = directory;
    this.patience = patience;
  }

  /**
   * Sends a line.
   *
   * @throws IOException if there is no pipe, or the program did not read for too long; what it has
   *     then read of the line is unknown
   */
  public synchronized void send(String line) throws IOException, InterruptedException {
    write(directory.inputPipe(), line + "\n");
  }

  /** Lets the program read the end of its input once it has read what was sent. */
  public synchronized void close() throws IOException, InterruptedException {
    write(directory.releasePipe(), "\n");
  }

  private void write(Path pipe, String text) throws IOException, InterruptedException {
    if (!Files.exists(pipe)) {
      throw new IOException(
          "%s does not exist: the program was not started with a pipe".formatted(pipe));
    }
    // why: opened for both, or opening would wait for a reader that may be gone
    try (var channel = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      var written = new CompletableFuture<Void>();
      Thread.ofPlatform()
          .daemon()
          .name("input-pipe")
          .start(() -> complete(written, channel, text.getBytes(StandardCharsets.UTF_8)));
      await(written, pipe);
    }
  }

  private static void complete(CompletableFuture<Void> written, FileChannel channel, byte[] bytes) {
    try {
      var buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      written.complete(null);
    } catch (IOException e) {
      written.completeExceptionally(e);
    }
  }

  private void await(CompletableFuture<Void> written, Path pipe)
      throws IOException, InterruptedException {
    try {
      written.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "The program has not read from %s for %d ms".formatted(pipe, patience.toMillis()), e);
    } catch (ExecutionException e) {
      throw new IOException("%s cannot be written".formatted(pipe), e.getCause());
    }
  }
}
