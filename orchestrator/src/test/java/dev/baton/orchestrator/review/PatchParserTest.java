package dev.baton.orchestrator.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.baton.orchestrator.review.FileDiff.DiffLine;
import dev.baton.orchestrator.review.FileDiff.DiffLine.Kind;
import dev.baton.orchestrator.review.FileDiff.Hunk;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class PatchParserTest {
  private static PatchParser.Part read(String patch, long first, int most) throws IOException {
    return new PatchParser(new ByteArrayInputStream(patch.getBytes(UTF_8)), first, most).read();
  }

  private static final String PATCH =
      """
      diff --git a/1 b/2
      index 1..2 100644
      --- a/1
      +++ b/2
      @@ -3,3 +3,3 @@ class A {
       same
      -old
      +new
      \\ No newline at end of file
      @@ -9 +9,2 @@
       tail
      +-- more
      """;

  @Test
  void a_line_that_no_line_feed_ends_is_known() throws IOException {
    assertThat(read(PATCH, 0, 100).hunks().stream().flatMap(hunk -> hunk.lines().stream()))
        .filteredOn(line -> !line.isEnded())
        .extracting(DiffLine::text)
        .containsExactly("new");
  }

  @Test
  void lines_have_the_numbers_of_both_sides() throws IOException {
    var part = read(PATCH, 0, 100);

    assertThat(part.hunks()).extracting(Hunk::heading).containsExactly("class A {", "");
    assertThat(part.hunks())
        .flatExtracting(Hunk::lines)
        .extracting(DiffLine::kind, DiffLine::oldNumber, DiffLine::newNumber, DiffLine::text)
        .containsExactly(
            tuple(Kind.SAME, 3L, 3L, "same"),
            tuple(Kind.DELETED, 4L, 0L, "old"),
            tuple(Kind.ADDED, 0L, 4L, "new"),
            tuple(Kind.SAME, 9L, 9L, "tail"),
            tuple(Kind.ADDED, 0L, 10L, "-- more"));
    assertThat(part.hasMore()).isFalse();
  }

  @Test
  void a_part_has_the_lines_that_were_asked_for() throws IOException {
    var part = read(PATCH, 1, 2);

    assertThat(part.hunks())
        .flatExtracting(Hunk::lines)
        .extracting(DiffLine::text)
        .containsExactly("old", "new");
    assertThat(part.hasMore()).isTrue();
  }

  @Test
  void a_long_line_is_cut_and_what_is_left_out_is_counted() throws IOException {
    var part = read("@@ -0,0 +1 @@\n+" + "x".repeat(100_000) + "\n", 0, 10);

    assertThat(part.hunks().getFirst().lines().getFirst().text()).hasSize(PatchParser.LONGEST_LINE);
    assertThat(part.hunks().getFirst().lines().getFirst().cut())
        .isEqualTo(100_000 - PatchParser.LONGEST_LINE);
  }

  @Test
  void what_is_no_text_is_said() throws IOException {
    assertThat(read("diff --git a/1 b/2\nBinary files a/1 and b/2 differ\n", 0, 9).isBinary())
        .isTrue();
  }
}
