package dev.baton.orchestrator.git;

import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A path as git knows it: bytes, which need not be UTF-8. Immutable. */
public final class GitPath {
  private final byte[] bytes;

  private GitPath(byte[] bytes) {
    this.bytes = bytes;
  }

  public static GitPath of(byte[] bytes) {
    return new GitPath(bytes.clone());
  }

  public static GitPath of(String text) {
    return new GitPath(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads what {@link #shown} wrote; empty if the quotes enclose something malformed. */
  public static Optional<GitPath> parse(String shown) {
    if (!shown.startsWith("\"")) {
      return Optional.of(of(shown));
    }
    return shown.length() > 1 && shown.endsWith("\"")
        ? Quotes.unquote(shown.substring(1, shown.length() - 1)).map(GitPath::new)
        : Optional.empty();
  }

  /** Names with slashes between them. */
  public static GitPath join(List<GitPath> names) {
    var bytes = new ByteArrayOutputStream();
    for (var name : names) {
      if (bytes.size() > 0) {
        bytes.write('/');
      }
      bytes.writeBytes(name.bytes);
    }
    return new GitPath(bytes.toByteArray());
  }

  /** Each path with a NUL behind it. */
  public static byte[] ended(Collection<GitPath> paths) {
    var bytes = new ByteArrayOutputStream();
    for (var path : paths) {
      bytes.writeBytes(path.bytes);
      bytes.write(0);
    }
    return bytes.toByteArray();
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  public boolean isEmpty() {
    return bytes.length == 0;
  }

  /** The path below a directory. */
  public GitPath below(String directory) {
    var joined = new ByteArrayOutputStream();
    joined.writeBytes((directory + "/").getBytes(StandardCharsets.UTF_8));
    joined.writeBytes(bytes);
    return new GitPath(joined.toByteArray());
  }

  /**
   * The text for people and programs: the path itself, or quoted as git does if it is not UTF-8.
   */
  public String shown() {
    var text = decoded();
    // why: a name that begins with a quote must not be taken for a quoted one
    return text.isPresent() && !text.get().startsWith("\"") ? text.get() : quoted();
  }

  /** The text in quotes, with every byte escaped that is not printable ASCII. */
  public String quoted() {
    return Quotes.quote(bytes);
  }

  private Optional<String> decoded() {
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  /** The names between the slashes, empty ones included. */
  public List<GitPath> names() {
    var names = new ArrayList<GitPath>();
    int from = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i == bytes.length || bytes[i] == '/') {
        names.add(new GitPath(Arrays.copyOfRange(bytes, from, i)));
        from = i + 1;
      }
    }
    return names;
  }

  public boolean contains(int b) {
    for (byte each : bytes) {
      if (each == b) {
        return true;
      }
    }
    return false;
  }

  public boolean startsWith(String text) {
    var start = text.getBytes(StandardCharsets.UTF_8);
    return bytes.length >= start.length
        && Arrays.equals(bytes, 0, start.length, start, 0, start.length);
  }

  public boolean is(String text) {
    return Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
  }

  public boolean isIgnoringCase(String text) {
    return decoded().filter(text::equalsIgnoreCase).isPresent();
  }

  /** Without the first bytes. */
  GitPath from(int start) {
    return new GitPath(Arrays.copyOfRange(bytes, start, bytes.length));
  }

  public GitPath withoutSlashBehind() {
    return bytes.length > 1 && bytes[bytes.length - 1] == '/'
        ? new GitPath(Arrays.copyOf(bytes, bytes.length - 1))
        : this;
  }

  /** A pathspec that matches this path, and others only if it is not ASCII. */
  public String pattern() {
    var text = new StringBuilder(":(top,glob)");
    for (byte b : bytes) {
      if (b < 0) {
        // why: the arguments of a program are text, and these bytes need not be
        text.append('?');
      } else {
        text.append("*?[\\".indexOf(b) >= 0 ? "\\" : "").append((char) b);
      }
    }
    return text.toString();
  }

  /** The file of an absolute path. */
  Path file() {
    // why: only a URI can carry bytes that are not text in the machine's own encoding
    var uri = new StringBuilder("file://");
    for (byte b : bytes) {
      boolean plain = b > 0 && (Character.isLetterOrDigit(b) || b == '/');
      uri.append(plain ? String.valueOf((char) b) : "%%%02X".formatted(b & 0xff));
    }
    return Path.of(URI.create(uri.toString()));
  }

  /** The file that this names below a directory. */
  public Path below(Path directory) {
    var relative = new GitPath(of("/").joined(bytes)).file();
    return directory.resolve(relative.subpath(0, relative.getNameCount()));
  }

  private byte[] joined(byte[] more) {
    var joined = Arrays.copyOf(bytes, bytes.length + more.length);
    System.arraycopy(more, 0, joined, bytes.length, more.length);
    return joined;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof GitPath path && Arrays.equals(bytes, path.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return shown();
  }

  /** The quotes that git puts around names that are not plain. */
  private static final class Quotes {
    private static final String ESCAPED = "\u0007\b\t\n\u000b\f\r\"\\";
    private static final String ESCAPES = "abtnvfr\"\\";

    private Quotes() {}

    /** Reads what is between the quotes; empty if it is malformed. */
    static Optional<byte[]> unquote(String text) {
      var source = text.getBytes(StandardCharsets.UTF_8);
      var bytes = new ByteArrayOutputStream();
      int i = 0;
      while (i < source.length) {
        int escape =
            source[i] == '\\' && i + 1 < source.length ? ESCAPES.indexOf(source[i + 1]) : -1;
        if (source[i] == '"') {
          return Optional.empty();
        } else if (source[i] != '\\') {
          bytes.write(source[i]);
          i += 1;
        } else if (escape >= 0) {
          bytes.write(ESCAPED.charAt(escape));
          i += 2;
        } else if (isOctal(source, i + 1)) {
          bytes.write(
              ((source[i + 1] - '0') << 6) | ((source[i + 2] - '0') << 3) | (source[i + 3] - '0'));
          i += 4;
        } else {
          return Optional.empty();
        }
      }
      return Optional.of(bytes.toByteArray());
    }

    private static boolean isOctal(byte[] source, int at) {
      return at + 2 < source.length
          && source[at] >= '0'
          && source[at] <= '3'
          && source[at + 1] >= '0'
          && source[at + 1] <= '7'
          && source[at + 2] >= '0'
          && source[at + 2] <= '7';
    }

    /** Every byte is escaped that is not printable ASCII. */
    static String quote(byte[] bytes) {
      var text = new StringBuilder("\"");
      for (byte b : bytes) {
        int escape = ESCAPED.indexOf(b);
        if (escape >= 0) {
          text.append('\\').append(ESCAPES.charAt(escape));
        } else if (b < 0x20 || b == 0x7f) {
          text.append("\\%03o".formatted(b & 0xff));
        } else {
          text.append((char) b);
        }
      }
      return text.append('"').toString();
    }
  }
}
