package dev.baton.app.web.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkdownTest {
  @Test
  void tags_are_shown_and_links_tell_nothing() {
    assertThat(Markdown.html("<b>x</b>")).isEqualTo("<p>&lt;b&gt;x&lt;/b&gt;</p>\n");
    assertThat(Markdown.html("[x](https://a.example)"))
        .contains("rel=\"noopener noreferrer nofollow\"")
        .contains("href=\"https://a.example\"");
    assertThat(Markdown.html("[x](javascript:alert(1))")).contains("href=\"\"");
    assertThat(Markdown.html("[x](data:text/html,1)")).contains("href=\"\"");
  }

  @Test
  void pictures_are_links() {
    assertThat(Markdown.html("![a](https://a.example/p.png)"))
        .contains(">Picture: a</a>")
        .doesNotContain("<img");
    assertThat(Markdown.html("![a](javascript:x)")).contains("href=\"\"");
    assertThat(Markdown.html("[![a](p.png)](q)").split("<a ", -1)).hasSize(2);
  }

  @Test
  void depth_and_length_harm_nobody() {
    assertThat(Markdown.html(">".repeat(10_000) + "x")).contains("x");
    assertThat(Markdown.html("*a ".repeat(5_000) + "b*".repeat(5_000))).contains("b");
    assertThat(Markdown.html("[".repeat(10_000))).contains("[");
    assertThat(Markdown.html("- ".repeat(5_000) + "x")).contains("<li>");
  }
}
