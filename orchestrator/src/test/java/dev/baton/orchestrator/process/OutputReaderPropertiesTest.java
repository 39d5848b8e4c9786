package dev.baton.orchestrator.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** However a file grows and whoever reads it when, the lines are the same. */
class OutputReaderPropertiesTest {
  private static final int MAX = LinePiece.MAX_BYTES;

  @Property(tries = 150)
  void the_lines_do_not_depend_on_when_they_are_read(
      @ForAll("outputs") byte[] output, @ForAll("steps") List<Integer> steps) throws IOException {
    var file = Files.createTempFile("output", "");
    try {
      var growing = readWhileItGrows(file, output, steps);
      var atOnce = new ArrayList<PrintedLine>();
      drain(file, 0, true, 1000, atOnce);
      assertThat(growing).isEqualTo(atOnce);
    } finally {
      Files.delete(file);
    }
  }

  @Property(tries = 100)
  void valid_text_comes_back_whole_in_pieces_of_limited_size(@ForAll("texts") String text)
      throws IOException {
    var file = Files.createTempFile("output", "");
    try {
      Files.writeString(file, text);
      var lines = new ArrayList<PrintedLine>();
      drain(file, 0, true, 7, lines);

      var whole = new StringBuilder();
      lines.forEach(line -> whole.append(line.text()).append(line.continues() ? "" : "\n"));
      assertThat(whole.toString()).isEqualTo(text.replace("\r\n", "\n"));
      assertThat(lines)
          .allSatisfy(
              line -> assertThat(line.text().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(MAX));
    } finally {
      Files.delete(file);
    }
  }

  private static List<PrintedLine> readWhileItGrows(Path file, byte[] output, List<Integer> steps)
      throws IOException {
    var lines = new ArrayList<PrintedLine>();
    var written = 0;
    var offset = 0L;
    for (var step : steps) {
      var next = Math.min(output.length, written + step);
      append(file, output, written, next);
      written = next;
      // why: every reading is that of a new server, which knows nothing but the offset
      offset = drain(file, offset, false, 1 + step % 5, lines);
    }
    append(file, output, written, output.length);
    drain(file, offset, true, 3, lines);
    return lines;
  }

  private static void append(Path file, byte[] output, int from, int to) throws IOException {
    try (var out = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      out.write(output, from, to - from);
    }
  }

  private static long drain(
      Path file, long from, boolean isComplete, int maxLines, List<PrintedLine> lines)
      throws IOException {
    var reader = new OutputReader(maxLines);
    var offset = from;
    while (true) {
      var chunk = reader.read(file, offset, isComplete);
      lines.addAll(chunk.lines());
      offset = chunk.offset();
      if (chunk.isDrained()) {
        return offset;
      }
    }
  }

  @Provide
  Arbitrary<List<Integer>> steps() {
    return Arbitraries.oneOf(
            Arbitraries.integers().between(0, 9), Arbitraries.integers().between(0, 2 * MAX))
        .list()
        .ofMaxSize(30);
  }

  @Provide
  Arbitrary<byte[]> outputs() {
    var parts =
        Arbitraries.oneOf(
            parts().map(part -> part.getBytes(UTF_8)),
            Arbitraries.bytes().array(byte[].class).ofMaxSize(20));
    return parts.list().ofMaxSize(12).map(OutputReaderPropertiesTest::join);
  }

  @Provide
  Arbitrary<String> texts() {
    return parts().list().ofMaxSize(12).map(parts -> String.join("", parts) + "\n");
  }

  /** Ends of lines, and runs of characters that end close to where a piece does. */
  private static Arbitrary<String> parts() {
    var runs =
        Combinators.combine(
                Arbitraries.of("x", "é", "€", "😀"), Arbitraries.integers().between(-3, 3))
            .as(
                (character, more) ->
                    character.repeat(MAX / character.getBytes(UTF_8).length + more));
    return Arbitraries.oneOf(
        Arbitraries.of("\n", "\r\n", "\r", "", "a", "é", "€", "😀", "word ", "\n\n"), runs);
  }

  private static byte[] join(List<byte[]> parts) {
    var all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }
}
