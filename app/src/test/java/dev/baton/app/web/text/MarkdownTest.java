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
    assertThat(Markdown.html("[x](https://a.example 'more')")).contains("title=\"more\"");
  }

  @Test
  void what_a_browser_would_run_is_shown_with_its_address_and_is_no_link() {
    assertThat(Markdown.html("[x](javascript:alert(1))"))
        .isEqualTo("<p>x (javascript:alert(1))</p>\n");
    assertThat(Markdown.html("[**x**](JavaScript:1)"))
        .isEqualTo("<p><strong>x</strong> (JavaScript:1)</p>\n");
    assertThat(Markdown.html("[x](data:text/html,<b>1)"))
        .isEqualTo("<p>x (data:text/html,&lt;b&gt;1)</p>\n");
    assertThat(Markdown.html("<javascript:alert(1)>")).isEqualTo("<p>javascript:alert(1)</p>\n");
    assertThat(Markdown.html("[x]()")).isEqualTo("<p>x</p>\n");
    assertThat(Markdown.html("![a](javascript:x)")).isEqualTo("<p>Picture: a (javascript:x)</p>\n");
    assertThat(Markdown.html("[![a](javascript:x)](https://a.example)"))
        .contains(">Picture: a (javascript:x)</a>");
  }

  @Test
  void pictures_are_links() {
    assertThat(Markdown.html("![a](https://a.example/p.png)"))
        .contains(">Picture: a</a>")
        .doesNotContain("<img");
    assertThat(Markdown.html("[![a](p.png)](q)").split("<a ", -1)).hasSize(2);
    assertThat(Markdown.html("[**![a](p.png)**](q)").split("<a ", -1)).hasSize(2);
  }

  @Test
  void depth_and_length_harm_nobody() {
    assertThat(Markdown.html(">".repeat(10_000) + "x")).contains("x");
    assertThat(Markdown.html("*a ".repeat(5_000) + "b*".repeat(5_000))).contains("b");
    assertThat(Markdown.html("[".repeat(10_000))).contains("[");
    assertThat(Markdown.html("- ".repeat(5_000) + "x")).contains("<li>");
  }
}
