package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.app.BoardFixture;
import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.app.Repository;
import dev.baton.mcp.protocol.Json;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the README shows is what happens. */
@Tag("slow")
class ReadmeTest {
  /** An id as verbs print it, such as {@code task id: 01a1…}. */
  private static final Pattern ID = Pattern.compile("(?m)^(project|task|attempt) id: +(\\S+)$");

  private static final Pattern BLOCK = Pattern.compile("(?s)```bash\\n(.*?)```");

  @Test
  void the_command_and_the_question_of_the_first_two_minutes_work() throws Exception {
    assumeTrue(isOnPath("curl"), "curl is not on this machine");
    var start = block("./baton example").strip().replace("4747", "0").split(" ", -1);

    try (var server = Program.baton(Arrays.copyOfRange(start, 1, start.length))) {
      var port = Json.parseObject(server.line()).path("port").asString();
      var question = block("curl").replace("4747", port);
      try (var client = Program.start(List.of("bash", "-c", question), Map.of())) {
        assertThat(client.await().out()).contains(promised());
      }
    }
  }

  @Test
  void from_nothing_to_a_merged_attempt_on_the_command_line(@TempDir Path directory)
      throws Exception {
    var names = new HashMap<String, String>();
    try (var board = BoardFixture.in(directory)) {
      var repository = BoardFixture.makeRepository(directory.resolve("greeter"));
      names.put("PATH", repository.toString());
      for (var line : block("./baton project add").lines().toList()) {
        var ended = Cli.run(Map.of("BATON_HOME", board.data().toString()), words(line, names));
        assertThat(ended.code()).as("%s: %s", line, ended.err()).isZero();
        ID.matcher(ended.out())
            .results()
            .forEach(id -> names.put(id.group(1).toUpperCase(Locale.ROOT), id.group(2)));
      }
      assertThat(repository.resolve("hello.txt")).hasContent("Hello\n");
    }
  }

  /** The arguments of a command, with values for the words in capitals. */
  private static String[] words(String line, Map<String, String> names) {
    return Pattern.compile("'([^']*)'|(\\S+)")
        .matcher(line)
        .results()
        .skip(1)
        .map(word -> Optional.ofNullable(word.group(1)).orElseGet(() -> word.group(2)))
        .map(word -> names.getOrDefault(word, word))
        .toArray(String[]::new);
  }

  /** The answer that the text after the question promises. */
  private static String promised() throws IOException {
    var promise = Pattern.compile("its result, `([^`]+)`").matcher(readme());
    assertThat(promise.find()).isTrue();
    return promise.group(1);
  }

  private static String block(String start) throws IOException {
    return BLOCK
        .matcher(readme())
        .results()
        .map((MatchResult block) -> block.group(1))
        .filter(block -> block.startsWith(start))
        .findFirst()
        .orElseThrow();
  }

  private static String readme() throws IOException {
    return Files.readString(Repository.root().resolve("README.md"));
  }

  private static boolean isOnPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
  }
}
