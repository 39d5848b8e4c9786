package dev.baton.orchestrator.transfer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lines of text in UTF-8, and which one was read last. Not thread safe. */
public final class Utf8Lines implements AutoCloseable {
  // why as bytes: who reads text ahead finds bad text before the lines that are before it
  private final BufferedReader bytes;
  private long number;

  public Utf8Lines(InputStream input) {
    this.bytes = new BufferedReader(new InputStreamReader(input, ISO_8859_1));
  }

  /** From 1; 0 if none was. */
  public long number() {
    return number;
  }

  /**
   * The next line; empty at the end.
   *
   * @throws CharacterCodingException if it is no such text
   */
  public Optional<String> next() throws IOException {
    @Nullable String line = bytes.readLine();
    if (line == null) {
      return Optional.empty();
    }
    number++;
    return Optional.of(
        UTF_8.newDecoder().decode(ByteBuffer.wrap(line.getBytes(ISO_8859_1))).toString());
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
