package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Program;
import dev.baton.app.Repository;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the users of the libraries read: the page with a whole project, and the pages of types. */
class LibrariesPageTest {
  private static final Path EXAMPLE = Repository.root().resolve("examples/consumer");
  private static final List<String> LIBRARIES = List.of("workflow", "task-jdbc", "mcp", "adapters");

  private static List<Path> files(Path folder, String ending) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    }
  }

  /** {@code LibrariesIT} builds and runs them. */
  @Test
  void the_page_has_every_file_of_the_project_and_no_other_code() throws IOException {
    var page = Page.load("docs/libraries.md");
    var sources = new ArrayList<String>();
    for (var file : files(EXAMPLE.resolve("src"), ".java")) {
      assertThat(page.text()).contains(EXAMPLE.relativize(file).toString());
      sources.add(Files.readString(file));
    }

    assertThat(page.blocks("java")).containsExactlyInAnyOrderElementsOf(sources);
    assertThat(page.blocks("xml")).containsExactly(Files.readString(EXAMPLE.resolve("pom.xml")));
  }

  @Test
  void the_page_has_every_package_that_others_may_use() throws IOException {
    var types = Files.readAllLines(Repository.root().resolve("docs/public-types.txt"));

    assertThat(Page.load("docs/libraries.md").section("What is where").rows())
        .containsExactlyInAnyOrderElementsOf(
            types.stream().map(type -> type.replaceFirst("\\.[A-Z].*", "")).distinct().toList());
  }

  @Test
  void the_project_asks_for_the_version_of_this_build() throws IOException {
    var version =
        Pattern.compile("<version>([^<]+)</version>")
            .matcher(Files.readString(Repository.root().resolve("pom.xml")));

    assertThat(version.find()).isTrue();
    assertThat(Files.readString(EXAMPLE.resolve("pom.xml")))
        .contains("<baton.version>%s</baton.version>".formatted(version.group(1)));
  }

  @Test
  @Tag("slow")
  void javadoc_makes_the_pages_of_types_without_a_warning(@TempDir Path target) throws IOException {
    var arguments =
        new ArrayList<>(
            List.of(
                "-quiet",
                "-Werror",
                "-Xdoclint:all,-missing",
                "-d",
                target.toString(),
                "-classpath",
                Program.classPath(),
                "--snippet-path",
                LIBRARIES.stream()
                    .map(
                        library -> Repository.root().resolve(library + "/src/test/java").toString())
                    .collect(Collectors.joining(File.pathSeparator))));
    for (var library : LIBRARIES) {
      files(Repository.root().resolve(library + "/src/main/java"), ".java").stream()
          .map(Path::toString)
          .filter(file -> !file.contains("/internal/"))
          .forEach(arguments::add);
    }
    var said = new StringWriter();
    var writer = new PrintWriter(said);

    var code =
        ToolProvider.findFirst("javadoc")
            .orElseThrow()
            .run(writer, writer, arguments.toArray(String[]::new));

    assertThat(code).as(said.toString()).isZero();
    assertThat(said.toString()).isEmpty();
  }
}
