package dev.baton.mcp.transport;

import dev.baton.task.TaskOwner;
import java.util.Map;
import java.util.Optional;

/** Three owners, whose token is their name with a prefix. */
public final class TestTokens implements Access.Tokens {
  static final String LOCAL = "token-local";
  public static final String ALICE = "token-alice";
  public static final String BOB = "token-bob";

  private static final Map<String, TaskOwner> OWNERS =
      Map.of(
          LOCAL, TaskOwner.LOCAL,
          ALICE, new TaskOwner("alice"),
          BOB, new TaskOwner("bob"));

  @Override
  public Optional<TaskOwner> ownerOf(String token) {
    return Optional.ofNullable(OWNERS.get(token));
  }
}
