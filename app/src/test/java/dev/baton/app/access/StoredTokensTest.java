package dev.baton.app.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.home.DataDirectory;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
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
    var ci = owners.add("ci");
    var board = owners.add("board");

    assertThat(tokens.ownerOf(ci.text())).contains(new TaskOwner("ci"));
    owners.revoke("ci");

    assertThat(tokens.ownerOf(ci.text())).isEmpty();
    assertThat(tokens.ownerOf(board.text())).contains(new TaskOwner("board"));
  }

  @Test
  void a_token_added_again_is_another_one() throws IOException {
    var first = owners.add("ci");
    assertThat(tokens.ownerOf(first.text())).isPresent();
    owners.revoke("ci");
    var second = owners.add("ci");

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
  void a_token_does_not_show_itself() throws IOException {
    var token = local.loadOrMake();

    assertThat(token.toString()).doesNotContain(token.text().substring(6));
  }
}
