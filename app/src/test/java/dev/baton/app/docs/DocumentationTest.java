package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Repository;
import dev.baton.app.config.Configuration;
import dev.baton.orchestrator.tools.AgentScope;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import dev.baton.workflow.yaml.WorkflowFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code in the documentation is code that is compiled, or files that are right. */
class DocumentationTest {
  private static final String AUTHORS = "docs/workflows.md";

  @TempDir private Path directory;

  @Test
  void yaml_in_the_page_about_configuration_has_no_mistakes() throws Exception {
    var blocks = Page.load("docs/configuration.md").blocks("yaml");
    assertThat(blocks).isNotEmpty();
    for (var block : blocks) {
      Files.writeString(Configuration.file(directory), block);
      assertThat(Configuration.load(directory, Map.of(), List.of()).executors()).isNotEmpty();
    }
  }

  @Test
  void the_page_about_configuration_shows_every_key_with_its_default() throws Exception {
    var page = Files.readString(Repository.root().resolve("docs/configuration.md"));
    for (var setting : Configuration.load(directory, Map.of(), List.of()).settings()) {
      var word = setting.key().substring(setting.key().lastIndexOf('.') + 1);
      assertThat(page).contains("%s: %s".formatted(word, setting.words()));
    }
  }

  @Test
  void java_in_the_page_for_workflow_authors_is_taken_from_an_example() throws IOException {
    var sources = examples();

    assertThat(Page.load(AUTHORS).blocks("java"))
        .isNotEmpty()
        .allSatisfy(block -> assertThat(sources).contains(block));
  }

  @Test
  void yaml_in_the_page_for_workflow_authors_has_no_mistakes() throws IOException {
    assertThat(Page.load(AUTHORS).blocks("yaml"))
        .isNotEmpty()
        .allSatisfy(
            block -> assertThat(WorkflowFile.parse("docs.yaml", block).problems()).isEmpty());
  }

  @Test
  void the_page_for_operators_lists_what_agents_may_do() throws IOException {
    var page = Files.readString(Repository.root().resolve("docs/operators.md"));
    var rows =
        page.substring(page.indexOf("### What agents may do"))
            .lines()
            .dropWhile(line -> !line.startsWith("| `"))
            .takeWhile(line -> line.startsWith("| `"))
            .map(line -> line.substring(0, line.indexOf(" |")))
            .flatMap(line -> Pattern.compile("`([a-z_]+)`").matcher(line).results())
            .map(name -> name.group(1));

    assertThat(rows)
        .containsExactlyInAnyOrderElementsOf(
            Operations.described().stream()
                .map(Operation::name)
                .filter(name -> AgentScope.of(name) != AgentScope.NOTHING)
                .toList());
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
