package dev.baton.orchestrator.process;

import static dev.baton.property.Values.bytes;
import static dev.baton.property.Values.integers;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.process.OutputBatch.PrintedLine;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** However a file grows and whoever reads it when, the lines are the same. */
class OutputReaderPropertiesTest {
  private static final int MAX = LinePiece.MAX_BYTES;
  private static final Generator<List<Integer>> STEPS =
      Generator.<Integer>oneOf(integers(0, 9), integers(0, 2 * MAX)).list(0, 30);

  @Property(tries = 150)
  void the_lines_do_not_depend_on_when_they_are_read(Given given) throws IOException {
    var output = given.any(outputs());
    var steps = given.any(STEPS);
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
  void valid_text_comes_back_whole_in_pieces_of_limited_size(Given given) throws IOException {
    var text = given.any(parts().list(0, 12).map(parts -> String.join("", parts) + "\n"));
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

  private static Generator<byte[]> outputs() {
    Generator<byte[]> parts = Generator.oneOf(parts().map(part -> part.getBytes(UTF_8)), bytes(20));
    return parts.list(0, 12).map(OutputReaderPropertiesTest::join);
  }

  /** Ends of lines, and runs of characters that end close to where a piece does. */
  private static Generator<String> parts() {
    Generator<String> runs =
        given -> {
          var character = given.any(Generator.of("x", "é", "€", "😀"));
          return character.repeat(
              MAX / character.getBytes(UTF_8).length + given.any(integers(-3, 3)));
        };
    return Generator.oneOf(
        Generator.of("", "a", "\n", "\r\n", "\r", "é", "€", "😀", "word ", "\n\n"), runs);
  }

  private static byte[] join(List<byte[]> parts) {
    var all = new ByteArrayOutputStream();
    parts.forEach(all::writeBytes);
    return all.toByteArray();
  }
}
