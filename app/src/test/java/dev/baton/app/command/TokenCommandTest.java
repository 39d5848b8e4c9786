package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.app.access.LocalToken;
import dev.baton.app.access.Owners;
import dev.baton.app.access.StoredTokens;
import dev.baton.app.access.Token;
import dev.baton.app.home.DataDirectory;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class TokenCommandTest {
  @TempDir private Path data;

  @Test
  void adding_prints_the_token_and_stores_only_its_digest() throws IOException {
    var ended = token("add", "ci");

    assertThat(ended.code()).isZero();
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out()).matches("baton_[A-Za-z0-9_-]{43}\\R");
    assertThat(Files.readString(data.resolve(Owners.FILE)))
        .contains("\"ci\"")
        .doesNotContain(ended.out().strip());
  }

  @Test
  void adding_for_a_program_prints_json() {
    var json = Json.parseObject(token("add", "ci", "--json").out());

    assertThat(json.propertyNames()).containsExactly("owner", "token");
    assertThat(json.path("owner").asString()).isEqualTo("ci");
    assertThat(json.path("token").asString()).startsWith("baton_");
  }

  @Test
  void the_list_has_owners_and_times_but_no_tokens() {
    var secret = token("add", "ci").out().strip();
    token("add", "board.2");

    assertThat(token("list").out())
        .containsSubsequence("ci ", "T", "Z", "board.2 ")
        .doesNotContain(secret);
    var owners = Json.parseObject(token("list", "--json").out()).path("owners");
    assertThat(owners).hasSize(2);
    assertThat(owners.path(0).propertyNames()).containsExactly("owner", "created", "worker");
  }

  @Test
  void an_empty_list_says_how_to_add() {
    assertThat(token("list").out()).contains("'baton token add NAME'");
    assertThat(token("list", "--json").out()).isEqualToIgnoringNewLines("{\"owners\":[]}");
  }

  @Test
  void the_directory_can_come_from_the_environment() {
    var environment = Map.of("BATON_HOME", data.toString());

    assertThat(Cli.run(environment, "token", "add", "ci").code()).isZero();
    assertThat(token("list").out()).startsWith("ci ");
  }

  @Test
  void an_agent_makes_no_owners_lists_none_and_stops_no_server() throws IOException {
    var agent = Map.of("BATON_HOME", data.toString(), "BATON_TOKEN", "baton_of_an_agent");

    for (var command :
        List.of(
            List.of("token", "add", "ci"),
            List.of("token", "list"),
            List.of("stop"),
            List.of("backup", data.resolve("copy.db").toString()))) {
      var refused = Cli.run(agent, command.toArray(String[]::new));
      assertThat(refused.code()).as(refused.out()).isEqualTo(1);
      assertThat(refused.err())
          .contains("for the user of this machine", "BATON_TOKEN holds another token");
    }
    assertThat(data.resolve(Owners.FILE)).doesNotExist();
    var own = new LocalToken(new DataDirectory(data)).loadOrMake().text();
    assertThat(
            Cli.run(Map.of("BATON_HOME", data.toString(), "BATON_TOKEN", own), "token", "add", "ci")
                .code())
        .isZero();
  }

  @Test
  void adding_twice_fails_and_the_first_token_stays() throws IOException {
    var first = token("add", "ci").out().strip();

    var second = token("add", "ci");

    assertThat(second.code()).isEqualTo(1);
    assertThat(second.err())
        .isEqualToIgnoringNewLines(
            "baton: Owner 'ci' has a token already: 'baton token revoke ci' takes it away.");
    assertThat(tokens().ownerOf(first)).isPresent();
  }

  @Test
  void revoking_an_unknown_owner_fails() {
    var ended = token("revoke", "ci");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualToIgnoringNewLines(
            "baton: There is no owner 'ci': 'baton token list' shows who there is.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".hidden", "a b", "attempt:1", "ä", "a/b"})
  void a_name_that_cannot_be_is_wrong_usage(String name) {
    var ended = token("add", name);

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("is no name for an owner: use up to 64 letters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"local", "attempt", "attempt-7"})
  void names_that_baton_uses_itself_are_refused(String name) {
    var ended = token("add", name);

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("'" + name + "' is a name that Baton needs itself");
  }

  @Test
  void the_longest_name_is_taken_and_one_letter_more_is_not() {
    assertThat(token("add", "a".repeat(64)).code()).isZero();
    assertThat(token("add", "a".repeat(65)).code()).isEqualTo(2);
  }

  @Test
  void without_a_verb_it_says_which_there_are() {
    var ended = Cli.run("token");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.err()).contains("add, list or revoke");
  }

  @Test
  void a_file_that_is_broken_is_named_and_not_overwritten() throws IOException {
    Files.writeString(data.resolve(Owners.FILE), "{\"owners\":[{\"owner\":\"ci\"}]}");

    var ended = token("add", "board");

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains(data.resolve(Owners.FILE).toString(), "repair it");
    assertThat(data.resolve(Owners.FILE)).hasContent("{\"owners\":[{\"owner\":\"ci\"}]}");
  }

  @Test
  void processes_that_add_at_the_same_time_lose_nothing() throws Exception {
    var names = IntStream.range(0, 6).mapToObj(i -> "owner" + i).toList();
    var programs = new ArrayList<Program>();
    for (var name : names) {
      programs.add(Program.baton("token", "add", name, "--data-dir", data.toString()));
    }

    for (var program : programs) {
      try (program) {
        assertThat(program.await().code()).isZero();
      }
    }

    assertThat(owners().list())
        .extracting(Owners.Owner::owner)
        .containsExactlyInAnyOrderElementsOf(names);
  }

  @Test
  void threads_that_need_the_local_token_first_get_the_same_one() throws Exception {
    var made = new ArrayList<Token>();
    var threads =
        IntStream.range(0, 8)
            .mapToObj(_ -> Thread.ofVirtual().unstarted(() -> load(made)))
            .toList();

    threads.forEach(Thread::start);
    for (var thread : threads) {
      thread.join();
    }

    assertThat(made).hasSize(8).containsOnly(made.getFirst());
  }

  private void load(List<Token> made) {
    try {
      var token = new LocalToken(new DataDirectory(data)).loadOrMake();
      synchronized (made) {
        made.add(token);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private StoredTokens tokens() {
    return new StoredTokens(new LocalToken(new DataDirectory(data)), owners());
  }

  private Owners owners() {
    return new Owners(new DataDirectory(data), Clock.systemUTC());
  }

  private Program.Ended token(String... arguments) {
    var all = new ArrayList<>(List.of("token"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--data-dir", data.toString()));
    return Cli.run(all.toArray(String[]::new));
  }
}
