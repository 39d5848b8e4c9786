package dev.baton.orchestrator.changes;

import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.NulFields;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The patch of one file; what is longer than the limit is counted and not held. */
final class PatchSection {
  private static final byte[] HEADER = "diff --git ".getBytes(StandardCharsets.US_ASCII);
  private static final int CHUNK = 16 * 1024;

  private final GitPath path;
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private long length;

  private PatchSection(GitPath path) {
    this.path = path;
  }

  GitPath path() {
    return path;
  }

  long length() {
    return length;
  }

  String text() {
    return text.toString(StandardCharsets.UTF_8);
  }

  /** Reads what {@code diff --raw --patch -z} prints. */
  static List<PatchSection> read(InputStream source, int limit) throws IOException {
    var in = new BufferedInputStream(source, 4 * CHUNK);
    var sections = new ArrayList<PatchSection>();
    var headers = new ArrayList<PatchSection>();
    for (var change : RawChange.readRaw(new NulFields(list(in)))) {
      var section = new PatchSection(change.path());
      sections.add(section);
      headers.add(section);
      if (change.status() == ChangeStatus.TYPE_CHANGED) {
        // why: git writes such a change as a deletion and a new file
        headers.add(section);
      }
    }
    int header = -1;
    boolean lineStart = true;
    for (var chunk = chunk(in); chunk.length > 0; chunk = chunk(in)) {
      if (lineStart && startsWithHeader(chunk)) {
        header++;
      }
      if (header < 0 || header >= headers.size()) {
        throw new GitException("Git printed a patch that its own list of files does not have");
      }
      headers.get(header).append(chunk, limit);
      lineStart = chunk[chunk.length - 1] == '\n';
    }
    return sections;
  }

  private void append(byte[] chunk, int limit) {
    length += chunk.length;
    if (length <= limit) {
      text.writeBytes(chunk);
    }
  }

  private static boolean startsWithHeader(byte[] chunk) {
    return chunk.length >= HEADER.length
        && Arrays.equals(chunk, 0, HEADER.length, HEADER, 0, HEADER.length);
  }

  /** The list of files, which ends with an empty field. */
  private static byte[] list(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    boolean fieldStart = true;
    for (int b = in.read(); b >= 0 && !(fieldStart && b == 0); b = in.read()) {
      bytes.write(b);
      fieldStart = b == 0;
    }
    return bytes.toByteArray();
  }

  /** Bytes up to the end of a line, or a part of a long line. */
  private static byte[] chunk(InputStream in) throws IOException {
    var bytes = new ByteArrayOutputStream();
    for (int b = in.read(); b >= 0; b = in.read()) {
      bytes.write(b);
      if (b == '\n' || bytes.size() == CHUNK) {
        break;
      }
    }
    return bytes.toByteArray();
  }
}
