package dev.baton.orchestrator.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.process.OutputBatch.PrintedLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines out of a file that grows. */
class OutputReaderTest {
  private static final int MAX = LinePiece.MAX_BYTES;

  @TempDir Path directory;

  @Test
  void lines_end_with_a_newline_with_or_without_carriage_return() throws IOException {
    assertThat(complete("a\nb\r\n\n\r\nc\rd\n"))
        .containsExactly(line("a"), line("b"), line(""), line(""), line("c\rd"));
  }

  @Test
  void the_last_line_needs_no_end_once_nothing_more_can_come() throws IOException {
    var file = file("done\nhalf".getBytes(UTF_8));
    var chunk = new OutputReader(100).read(file, 0, false);
    assertThat(chunk.lines()).containsExactly(line("done"));
    assertThat(chunk.offset()).isEqualTo(5);
    assertThat(chunk.isDrained()).isTrue();

    chunk = new OutputReader(100).read(file, chunk.offset(), true);
    assertThat(chunk.lines()).containsExactly(line("half"));
    assertThat(chunk.offset()).isEqualTo(9);
  }

  @Test
  void a_file_that_does_not_exist_has_no_lines() throws IOException {
    assertThat(new OutputReader(100).read(directory.resolve("none"), 0, true))
        .isEqualTo(new OutputReader.Chunk(List.of(), 0, true));
  }

  @Test
  void at_most_the_wanted_number_of_lines_is_read_at_once() throws IOException {
    var chunk = new OutputReader(2).read(file("1\n2\n3\n".getBytes(UTF_8)), 0, true);
    assertThat(chunk).isEqualTo(new OutputReader.Chunk(List.of(line("1"), line("2")), 4, false));
  }

  @Test
  void a_line_as_long_as_a_piece_is_one_piece_however_it_ends() throws IOException {
    var full = "x".repeat(MAX);
    assertThat(complete(full + "\n")).containsExactly(line(full));
    assertThat(complete(full + "\r\n")).containsExactly(line(full));
    assertThat(complete(full)).containsExactly(line(full));
  }

  @Test
  void a_longer_line_comes_in_pieces() throws IOException {
    var full = "x".repeat(MAX);
    assertThat(complete(full + "y\n")).containsExactly(piece(full), line("y"));
    assertThat(complete(full + full + "\n")).containsExactly(piece(full), line(full));
    assertThat(complete(full + "\rz\n")).containsExactly(piece(full), line("\rz"));
    assertThat(complete(full + "\r")).containsExactly(piece(full), line("\r"));
    assertThat(complete(full + "y")).containsExactly(piece(full), line("y"));
  }

  @Test
  void a_piece_never_ends_inside_a_character() throws IOException {
    for (var character : List.of("é", "€", "😀")) {
      for (var shift = 0; shift < 5; shift++) {
        var text = "x".repeat(MAX - shift) + character.repeat(3);
        var lines = complete(text + "\n");
        assertThat(join(lines)).isEqualTo(text).doesNotContain("\uFFFD");
        assertThat(lines.getFirst().text().getBytes(UTF_8).length).isBetween(MAX - 3, MAX);
      }
    }
  }

  @Test
  void bytes_that_are_not_utf_8_are_shown_and_so_is_nul() throws IOException {
    var bytes = new byte[] {'a', (byte) 0xFF, 'b', 0, 'c', (byte) 0xC3, '\n', (byte) 0xE2, '\n'};
    assertThat(read(file(bytes), 100, true))
        .containsExactly(line("a\uFFFDb\u2400c\uFFFD"), line("\uFFFD"));
  }

  @Test
  void a_hundred_megabytes_without_a_newline_are_read_piece_by_piece() throws IOException {
    var file = directory.resolve("long");
    var part = "0123456789abcdef".repeat(64 * 1024).getBytes(UTF_8);
    try (var out = Files.newOutputStream(file)) {
      for (var i = 0; i < 100; i++) {
        out.write(part);
      }
      out.write('\n');
    }
    var reader = new OutputReader(1000);
    var pieces = 0;
    var last = line("");
    for (var chunk = reader.read(file, 0, false);
        !chunk.lines().isEmpty();
        chunk = reader.read(file, chunk.offset(), false)) {
      assertThat(chunk.lines()).hasSizeLessThanOrEqualTo(4);
      pieces += chunk.lines().size();
      last = chunk.lines().getLast();
    }
    assertThat(pieces).isEqualTo(100 * part.length / MAX);
    assertThat(last.continues()).isFalse();
  }

  private List<PrintedLine> complete(String text) throws IOException {
    return read(file(text.getBytes(UTF_8)), 1000, true);
  }

  private static List<PrintedLine> read(Path file, int maxLines, boolean isComplete)
      throws IOException {
    var reader = new OutputReader(maxLines);
    var lines = new ArrayList<PrintedLine>();
    var offset = 0L;
    while (true) {
      var chunk = reader.read(file, offset, isComplete);
      lines.addAll(chunk.lines());
      offset = chunk.offset();
      if (chunk.isDrained()) {
        return lines;
      }
    }
  }

  private Path file(byte[] bytes) throws IOException {
    return Files.write(Files.createTempFile(directory, "output", ""), bytes);
  }

  private static String join(List<PrintedLine> lines) {
    return String.join("", lines.stream().map(PrintedLine::text).toList());
  }

  private static PrintedLine line(String text) {
    return new PrintedLine(text, false);
  }

  private static PrintedLine piece(String text) {
    return new PrintedLine(text, true);
  }
}
