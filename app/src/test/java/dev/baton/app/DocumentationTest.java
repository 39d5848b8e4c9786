package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.yaml.WorkflowFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The code in the documentation is code that is compiled, or files that are right. */
class DocumentationTest {
  @Test
  void java_in_the_page_for_workflow_authors_is_taken_from_an_example() throws IOException {
    var sources = examples();

    assertThat(blocks("java"))
        .isNotEmpty()
        .allSatisfy(block -> assertThat(sources).contains(block));
  }

  @Test
  void yaml_in_the_page_for_workflow_authors_has_no_mistakes() throws IOException {
    assertThat(blocks("yaml"))
        .isNotEmpty()
        .allSatisfy(
            block -> assertThat(WorkflowFile.parse("docs.yaml", block).problems()).isEmpty());
  }

  private static List<String> blocks(String language) throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/workflows.md"));
    return Pattern.compile("(?s)```%s\\n(.*?)```".formatted(language))
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .toList();
  }

  private static String examples() throws IOException {
    try (var files = Files.walk(Repository.root().resolve("examples/src/main/java"))) {
      return files
          .filter(Files::isRegularFile)
          .map(
              file -> {
                try {
                  return Files.readString(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .collect(Collectors.joining("\n"));
    }
  }
}
