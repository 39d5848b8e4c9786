package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents wrote is text wherever it is shown; content goes into a pipe as it is. */
@Tag("slow")
class TerminalOutputTest {
  private static final String EVIL = "\033]0;owned\007\u202edlrow\u009b2J";
  private static final String HARMLESS = "␛]0;owned␇\\u202edlrow\\u009b2J";

  @TempDir static Path directory;
  static BoardFixture board;
  static String attempt;

  @BeforeAll
  static void serve() throws Exception {
    board = BoardFixture.in(directory);
    attempt = board.attempt("A \u202eeltit", "say said %1$s\nwrite b.txt %1$s\n".formatted(EVIL));
  }

  @AfterAll
  static void end() throws IOException {
    board.close();
  }

  private static String baton(String... words) {
    return Program.javaCommand(List.of(), Main.class, words).stream()
        .map("'%s'"::formatted)
        .collect(Collectors.joining(" "));
  }

  /** What a terminal is sent by a line of the shell. */
  private static String onTerminal(String line) throws Exception {
    return run("script", "-qec", line, "/dev/null");
  }

  private static String run(String... command) throws Exception {
    var home = Map.of("BATON_HOME", board.data().path().toString(), "TERM", "xterm");
    try (var program = Program.start(List.of(command), home)) {
      return program.await().out().replace("\r", "");
    }
  }

  @Test
  void content_is_made_visible_on_a_terminal_and_left_alone_in_a_pipe() throws Exception {
    for (var words :
        List.of(
            new String[] {"attempt", "file", attempt, "b.txt"},
            new String[] {"attempt", "patch", attempt},
            new String[] {"attempt", "logs", attempt},
            new String[] {"attempt", "messages", attempt})) {
      assertThat(onTerminal(baton(words)))
          .as(words[1])
          .contains(HARMLESS)
          .doesNotContain("\033]0;", "\007", "\u202e", "\u009b");
      var isContent = List.of("file", "patch").contains(words[1]);
      assertThat(run("sh", "-c", baton(words)))
          .as(words[1])
          .contains(isContent ? EVIL : HARMLESS)
          .doesNotContain(isContent ? HARMLESS : "\u202e");
    }
  }

  @Test
  void text_that_is_turned_around_is_seen_in_tables_and_details() throws Exception {
    for (var words :
        List.of(
            new String[] {"task", "list", "test"},
            new String[] {"task", "list", "test", "--json"})) {
      assertThat(onTerminal(baton(words))).contains("A \\u202eeltit");
      assertThat(run("sh", "-c", baton(words))).contains("A \\u202eeltit").doesNotContain("\u202e");
    }
  }

  @Test
  void a_stream_is_a_terminal_whatever_the_others_are() throws Exception {
    var file = baton("attempt", "file", attempt, "b.txt");
    var complaint = baton("task", "list", EVIL);
    var copy = directory.resolve("copy");

    assertThat(onTerminal(file + " </dev/null 2>/dev/null")).isEqualTo(HARMLESS);
    assertThat(onTerminal(complaint + " >" + copy + " </dev/null"))
        .startsWith("baton: There is no project '" + HARMLESS + "'");
    assertThat(onTerminal(file + " >" + copy)).isEmpty();
    assertThat(Files.readString(copy)).isEqualTo(EVIL + "\n");
  }

  @Test
  void json_on_a_terminal_is_still_the_same_json() throws Exception {
    var shown = onTerminal(baton("attempt", "file", attempt, "b.txt", "--json"));

    assertThat(shown).contains("\\u202e", "\\u009b").doesNotContain("\u202e", "\u009b");
    assertThat(Json.parseObject(shown).path("content").asString("")).isEqualTo(EVIL + "\n");
  }

  @Test
  void help_and_tables_keep_their_own_colours() throws Exception {
    assertThat(onTerminal(baton("task", "--help"))).contains("\033[1m").doesNotContain("␛");
    assertThat(onTerminal(baton("task", "list", "test")))
        .contains("\033[1mTASK ID", "\033[33minreview\033[0m");
  }
}
