package dev.baton.orchestrator.git;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The answer of a git command. */
public final class GitOutput {
  private final int exitCode;
  private final byte[] bytes;
  private final String error;

  GitOutput(int exitCode, byte[] bytes, String error) {
    this.exitCode = exitCode;
    this.bytes = bytes;
    this.error = error;
  }

  public int exitCode() {
    return exitCode;
  }

  public boolean succeeded() {
    return exitCode == 0;
  }

  public String error() {
    return error;
  }

  public byte[] bytes() {
    return bytes;
  }

  /** All of it, without the line ends behind it. */
  public String text() {
    return new String(bytes, StandardCharsets.UTF_8).stripTrailing();
  }

  public List<String> lines() {
    return text().lines().toList();
  }

  /** What is between the NUL bytes. */
  public NulFields fields() {
    return new NulFields(bytes);
  }

  /** A path on a line of its own, which may hold any byte. */
  GitPath path() {
    var length = bytes.length;
    return GitPath.of(
        Arrays.copyOf(bytes, length > 0 && bytes[length - 1] == '\n' ? length - 1 : length));
  }
}
