package dev.baton.app.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.transport.Access;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredTokensTest {
  @TempDir private Path data;
  private LocalToken local = new LocalToken(new DataDirectory(Path.of("")));
  private Owners owners = new Owners(new DataDirectory(Path.of("")), Clock.systemUTC());
  private StoredTokens tokens = new StoredTokens(local, owners);

  @BeforeEach
  void setUp() {
    var directory = new DataDirectory(data);
    local = new LocalToken(directory);
    owners = new Owners(directory, Clock.systemUTC());
    tokens = new StoredTokens(local, owners);
  }

  @Test
  void before_anything_is_stored_nobody_comes_in() {
    assertThat(tokens.ownerOf("baton_x")).isEmpty();
    assertThat(tokens.ownerOf("")).isEmpty();
  }

  @Test
  void the_local_token_is_the_local_users() throws IOException {
    var token = local.loadOrMake();

    assertThat(tokens.ownerOf(token.text())).contains(TaskOwner.LOCAL);
    assertThat(tokens.ownerOf(token.text() + "x")).isEmpty();
    assertThat(tokens.ownerOf(token.text().substring(1))).isEmpty();
  }

  @Test
  void an_owner_comes_in_from_adding_to_revoking() throws IOException {
    assertThat(tokens.ownerOf("baton_x")).isEmpty();
    var ci = owners.add("ci", false);
    var board = owners.add("board", false);

    assertThat(tokens.ownerOf(ci.text())).contains(new TaskOwner("ci"));
    owners.revoke("ci");

    assertThat(tokens.ownerOf(ci.text())).isEmpty();
    assertThat(tokens.ownerOf(board.text())).contains(new TaskOwner("board"));
  }

  @Test
  void a_token_added_again_is_another_one() throws IOException {
    var first = owners.add("ci", false);
    assertThat(tokens.ownerOf(first.text())).isPresent();
    owners.revoke("ci");
    var second = owners.add("ci", false);

    assertThat(tokens.ownerOf(first.text())).isEmpty();
    assertThat(tokens.ownerOf(second.text())).contains(new TaskOwner("ci"));
  }

  @Test
  void a_deleted_local_token_is_worth_nothing_and_a_new_one_counts() throws IOException {
    var old = local.loadOrMake();
    assertThat(tokens.ownerOf(old.text())).isPresent();
    Files.delete(data.resolve(LocalToken.FILE));

    assertThat(tokens.ownerOf(old.text())).isEmpty();
    assertThat(tokens.ownerOf(local.loadOrMake().text())).contains(TaskOwner.LOCAL);
  }

  @Test
  void a_broken_file_of_owners_locks_out_only_those_that_stand_in_it() throws IOException {
    var own = local.loadOrMake();
    var ci = owners.add("ci", false);
    var withAgents =
        new StoredTokens(
            local,
            owners,
            token -> Optional.of(new TaskOwner("attempt:1")).filter(_ -> token.equals("agent")));
    for (var broken :
        List.of(
            "{",
            "[]",
            "null",
            "{}",
            "{\"owners\":[null]}",
            "{\"owners\":[{\"owner\":\"x\"}]}",
            "\u0000")) {
      Files.writeString(data.resolve(Owners.FILE), broken);

      assertThat(withAgents.ownerOf(own.text())).as(broken).contains(TaskOwner.LOCAL);
      assertThat(withAgents.ownerOf("agent")).contains(new TaskOwner("attempt:1"));
      assertThatThrownBy(() -> withAgents.ownerOf(ci.text()))
          .isInstanceOf(Access.UnavailableException.class)
          .hasMessageStartingWith("owners.json in the data directory cannot be read");
      assertThatThrownBy(owners::list)
          .isInstanceOf(CommandFailure.class)
          .hasMessageContaining("repair it, or delete it and add the owners again")
          .message()
          .doesNotContain("dev.baton");
      assertThat(withAgents.findProblem())
          .contains(
              "owners.json in the data directory cannot be read, so tokens of owners that were"
                  + " added are refused; repair it, or delete it and make new ones");
    }
    Files.delete(data.resolve(Owners.FILE));
    assertThat(withAgents.findProblem()).isEmpty();
  }

  @Test
  void odd_bytes_in_the_file_of_the_token_are_named_with_what_to_do() throws IOException {
    for (var odd : List.of(new byte[] {(byte) 0xff, 'a'}, "a\nb".getBytes(UTF_8), new byte[5000])) {
      Files.write(data.resolve(LocalToken.FILE), odd);

      assertThatThrownBy(local::loadOrMake)
          .isInstanceOf(CommandFailure.class)
          .hasMessageStartingWith(data.resolve(LocalToken.FILE).toString())
          .message()
          .containsAnyOf(
              "holds characters that no token has: delete it, and the next command makes a new one",
              "has 5000 bytes, more than 4096, where Baton needs a small plain file");
    }
    assertThat(tokens.findProblem()).get().asString().startsWith("token in the data directory");
  }

  @Test
  void a_local_token_that_baton_has_not_made_lets_nobody_in() throws IOException {
    for (var weak : List.of("a", "baton_a", "baton_" + "a".repeat(42))) {
      Files.writeString(data.resolve(LocalToken.FILE), weak);

      assertThatThrownBy(local::loadOrMake)
          .isInstanceOf(CommandFailure.class)
          .hasMessage(
              "%s holds no token of the form that Baton makes: delete it, and the next command makes a new one."
                  .formatted(data.resolve(LocalToken.FILE)));
      assertThatThrownBy(() -> tokens.ownerOf(weak))
          .isInstanceOf(Access.UnavailableException.class);
    }
  }

  @Test
  void a_sealing_key_of_another_length_is_named_with_what_to_do() throws IOException {
    var key = data.resolve("sealing-key");
    Files.write(key, new byte[] {1, 2, 3});

    assertThatThrownBy(() -> SealingKey.in(new DataDirectory(data)))
        .isInstanceOf(CommandFailure.class)
        .hasMessageStartingWith(key + " has 3 bytes and needs 32: delete it");
    Files.delete(key);
    assertThat(SealingKey.in(new DataDirectory(data))).hasSize(32);
    assertThat(SealingKey.in(new DataDirectory(data))).hasSize(32);
  }

  @Test
  void a_token_does_not_show_itself() throws IOException {
    var token = local.loadOrMake();

    assertThat(token.toString()).doesNotContain(token.text().substring(6));
  }
}
