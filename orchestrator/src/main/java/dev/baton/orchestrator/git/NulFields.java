package dev.baton.orchestrator.git;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the fields of an output in which a NUL ends each. Not thread safe. */
public final class NulFields {
  private final byte[] bytes;
  private int position;

  public NulFields(byte[] bytes) {
    this.bytes = bytes;
  }

  public boolean hasNext() {
    return position < bytes.length;
  }

  /** The byte that the next field begins with; 0 if that field is empty. */
  public byte peek() {
    return bytes[position];
  }

  public GitPath nextPath() {
    return GitPath.of(next());
  }

  public String nextText() {
    return new String(next(), StandardCharsets.UTF_8);
  }

  public List<GitPath> paths() {
    var paths = new ArrayList<GitPath>();
    while (hasNext()) {
      paths.add(nextPath());
    }
    return paths;
  }

  /** The next bytes up to an end that the caller names, which is left out too. */
  public String nextUpTo(char end) {
    var from = position;
    while (position < bytes.length && bytes[position] != end) {
      position++;
    }
    var text = new String(bytes, from, position - from, StandardCharsets.UTF_8);
    position++;
    return text;
  }

  private byte[] next() {
    if (!hasNext()) {
      throw new GitException("The output of git ended where another field was expected");
    }
    var from = position;
    while (position < bytes.length && bytes[position] != 0) {
      position++;
    }
    return Arrays.copyOfRange(bytes, from, position++);
  }
}
