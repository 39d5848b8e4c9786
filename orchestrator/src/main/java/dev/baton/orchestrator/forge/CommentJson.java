package dev.baton.orchestrator.forge;

import dev.baton.orchestrator.agent.Excerpt;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads comments from the JSON of forges. */
final class CommentJson {
  private static final int MOST_CHARACTERS = 8_000;

  private CommentJson() {}

  /** Empty if it says nothing, as an approval without words does. */
  static Optional<ReviewerComment> of(String id, String author, String body, String at) {
    var words = body.strip();
    return words.isEmpty() || id.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ReviewerComment(
                id,
                author.isBlank() ? "somebody" : author,
                Optional.empty(),
                Optional.empty(),
                Excerpt.start(words, MOST_CHARACTERS),
                time(at)));
  }

  static ReviewerComment at(ReviewerComment comment, JsonNode path, JsonNode line) {
    return new ReviewerComment(
        comment.id(),
        comment.author(),
        Optional.of(path.asString("")).filter(file -> !file.isEmpty()),
        Optional.of(line.asLong(0)).filter(number -> number > 0),
        comment.body(),
        comment.createdAt());
  }

  private static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      return Instant.EPOCH;
    }
  }
}
