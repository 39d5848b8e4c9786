package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The words of the project are those of its code. */
class VocabularyTest {
  private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w*[a-z]\\w*)(?:[<.][^`]*)?`");
  private static final Pattern DECLARED =
      Pattern.compile("\\b(?:class|interface|record|enum) ([A-Z]\\w*)");

  /** Types of the JDK that the page speaks of. */
  private static final Set<String> FOREIGN = Set.of("Optional");

  private static final List<String> MODULES =
      List.of("workflow", "task-jdbc", "mcp", "orchestrator", "adapters", "examples", "app");

  private static Set<String> declared() throws IOException {
    var names = new TreeSet<String>();
    for (var module : MODULES) {
      try (var files = Files.walk(Repository.root().resolve(module).resolve("src/main/java"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .flatMap(file -> names(DECLARED, text(file)))
            .forEach(names::add);
      }
    }
    return names;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<String> names(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1));
  }

  @Test
  void every_type_that_it_names_exists() throws IOException {
    var declared = declared();
    var page = Page.load("docs/vocabulary.md").text();

    assertThat(names(TYPE, page).filter(name -> !FOREIGN.contains(name)))
        .hasSizeGreaterThan(50)
        .isSubsetOf(declared);
  }

  @Test
  void no_word_has_two_rows() throws IOException {
    var words =
        names(Pattern.compile("(?m)^\\| (\\w[^|]*?) \\|"), Page.load("docs/vocabulary.md").text());

    assertThat(words.filter(word -> !word.equals("word"))).doesNotHaveDuplicates();
  }
}
