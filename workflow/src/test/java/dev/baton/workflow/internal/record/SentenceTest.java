package dev.baton.workflow.internal.record;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SentenceTest {
  @Test
  void the_first_sentence_ends_at_its_mark_or_its_paragraph() {
    assertThat(Sentence.first("Gets a page. Then more.")).isEqualTo("Gets a page");
    assertThat(Sentence.first("Gets a page")).isEqualTo("Gets a page");
    assertThat(Sentence.first("  Gets a page\n  and more. Then\nothers"))
        .isEqualTo("Gets a page and more");
    assertThat(Sentence.first("Gets a page\n\nand more")).isEqualTo("Gets a page");
    assertThat(Sentence.first("Gets a page.\nUse when: needed.")).isEqualTo("Gets a page");
    assertThat(Sentence.first("Really? Yes.")).isEqualTo("Really?");
    assertThat(Sentence.first("Takes v1.2 files, e.g. pages. Good"))
        .isEqualTo("Takes v1.2 files, e.g. pages");
    assertThat(Sentence.first("")).isEmpty();
  }

  @Test
  void a_sentence_has_one_full_stop_at_most() {
    assertThat(Sentence.withoutStop("done.. ")).isEqualTo("done");
    assertThat(Sentence.withStop("done")).isEqualTo("done.");
    assertThat(Sentence.withStop("done...")).isEqualTo("done.");
    assertThat(Sentence.withStop("done!")).isEqualTo("done!");
  }
}
