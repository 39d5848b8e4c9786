package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.baton.app.Repository;
import dev.baton.app.command.BatonCommand;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What all pages show is what the program takes, and what they point to is there. */
class PagesTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^## .*$");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s']|'[^']*')+");

  private static List<Path> pages() throws IOException {
    var root = Repository.root();
    try (var docs = Files.list(root.resolve("docs"))) {
      return Stream.concat(
              Stream.of(root.resolve("README.md"), root.resolve("THIRD-PARTY.md")), docs)
          .filter(page -> page.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  private static List<String> linesOfShell(String start) throws IOException {
    var lines = new ArrayList<String>();
    for (var page : pages()) {
      for (var block : new Page(Files.readString(page)).blocks("bash")) {
        block.lines().filter(line -> line.startsWith(start)).forEach(lines::add);
      }
    }
    return lines;
  }

  /** The arguments as a shell would pass them; quotes are all that is special in these pages. */
  private static String[] arguments(String command) {
    return WORD.matcher(command.replaceFirst("\\s+#.*", ""))
        .results()
        .skip(1)
        .map(word -> word.group().replace("'", ""))
        .toArray(String[]::new);
  }

  @Test
  void every_command_is_one_that_the_program_takes() throws IOException {
    assertThat(linesOfShell("./baton"))
        .hasSizeGreaterThan(10)
        .allSatisfy(
            line -> assertThatCode(() -> parse(arguments(line))).doesNotThrowAnyException());
  }

  private static void parse(String... arguments) {
    BatonCommand.commandLine(Map.of(), arguments).parseArgs(arguments);
  }

  @Test
  void every_script_is_there() throws IOException {
    assertThat(linesOfShell("tools/"))
        .isNotEmpty()
        .allSatisfy(line -> assertThat(Repository.root().resolve(line)).isExecutable());
  }

  @Test
  void every_file_that_a_page_points_to_is_there() throws IOException {
    for (var page : pages()) {
      assertThat(LINK.matcher(Files.readString(page)).results())
          .as("links of %s", page)
          .allSatisfy(link -> assertThat(page.resolveSibling(link.group(1))).exists());
    }
  }

  @Test
  void no_heading_stands_twice_in_a_page() throws IOException {
    for (var page : pages()) {
      assertThat(HEADING.matcher(Files.readString(page)).results())
          .as("headings of %s", page)
          .extracting(heading -> heading.group())
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void json_is_json() throws IOException {
    for (var page : pages()) {
      assertThat(new Page(Files.readString(page)).blocks("json"))
          .allSatisfy(block -> assertThat(Json.parseObject(block)).isNotEmpty());
    }
  }
}
