package dev.baton.app.server;

import dev.baton.mcp.transport.Access;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * Lets agents in with their tokens, by any door and as long as they run, and knows who may speak
 * for an attempt. Thread safe.
 */
record AgentAccess(Orchestrator orchestrator) implements Access.Tokens {
  @Override
  public Optional<TaskOwner> ownerOf(String token) {
    return orchestrator.attempts().findByToken(token).map(AgentAccess::owner);
  }

  @Override
  public Optional<String> findRefusal(String token) {
    return orchestrator
        .attempts()
        .findByEndedToken(token)
        .map(
            attempt ->
                "The token of an agent of attempt %s ended with its turn; the next turn gets another"
                    .formatted(attempt));
  }

  /**
   * For whom the bearer of a token speaks who greets like this. Only the local user may speak for
   * an attempt, by naming it or from inside of its workspace.
   */
  Optional<TaskOwner> findSpeaker(TaskOwner bearer, JsonNode greeting) {
    var attempt = greeting.path("attempt").asStringOpt().map(UUID::fromString);
    if (!bearer.equals(TaskOwner.LOCAL)) {
      return Optional.of(bearer)
          .filter(own -> attempt.map(AgentAccess::owner).stream().allMatch(own::equals));
    }
    return attempt
        .or(() -> findByDirectory(greeting))
        .map(AgentAccess::owner)
        .or(() -> Optional.of(bearer));
  }

  private Optional<UUID> findByDirectory(JsonNode greeting) {
    return greeting
        .path("directory")
        .asStringOpt()
        .map(Path::of)
        .flatMap(orchestrator.attempts()::findByDirectory);
  }

  private static TaskOwner owner(UUID attempt) {
    return new AttemptOwner(attempt).toTaskOwner();
  }
}
