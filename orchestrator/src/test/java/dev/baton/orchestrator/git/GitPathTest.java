package dev.baton.orchestrator.git;

import static dev.baton.property.Values.bytes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.property.Given;
import dev.baton.property.Property;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GitPathTest {
  @Test
  void text_is_shown_as_it_is() {
    for (var name : new String[] {"a b", "ü", "a\"b", "new\nline", "back\\slash", "tab\t"}) {
      assertThat(GitPath.of(name).shown()).isEqualTo(name);
      assertThat(GitPath.parse(name)).contains(GitPath.of(name));
    }
  }

  @Test
  void bytes_that_are_not_text_are_quoted_as_git_does() {
    var path = GitPath.of("a\u00ff\t\"\u0001".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(path.shown()).isEqualTo("\"a\\377\\t\\\"\\001\"");
    assertThat(GitPath.of("\"x\"").shown()).isEqualTo("\"\\\"x\\\"\"");
  }

  @Test
  void malformed_quotes_are_no_path() {
    for (var text : new String[] {"\"", "\"a", "\"a\\\"", "\"\\9\"", "\"\\12\"", "\"a\"b\""}) {
      assertThat(GitPath.parse(text)).as(text).isEmpty();
    }
  }

  @Property(tries = 500)
  void whatever_is_shown_is_read_back(Given given) {
    var path = GitPath.of(given.any(bytes(20)));
    assertThat(GitPath.parse(path.shown())).contains(path);
    assertThat(GitPath.parse(path.quoted())).contains(path);
  }
}
