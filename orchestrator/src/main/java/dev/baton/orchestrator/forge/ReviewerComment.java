package dev.baton.orchestrator.forge;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What somebody says about a pull request on its forge.
 *
 * @param id the same each time that it is read
 * @param path the file that it speaks of
 * @param line counted from 1; empty if the forge does not find it any more
 */
public record ReviewerComment(
    String id,
    String author,
    Optional<String> path,
    Optional<Long> line,
    String body,
    Instant createdAt) {
  /**
   * One message to an agent of several comments.
   *
   * @param words what stands before them; may be empty
   */
  public static String prompt(String words, List<ReviewerComment> comments) {
    var parts =
        comments.stream().map(ReviewerComment::part).collect(Collectors.joining("\n\n", "", "\n"));
    return (words.isBlank()
            ? "Reviewers of the pull request say the following. Deal with each of the comments."
            : words.strip())
        + "\n\n"
        + parts;
  }

  private String part() {
    return "**%s**%s\n%s"
        .formatted(
            author,
            path.map(file -> " on `%s`%s".formatted(file, lineWords())).orElse(""),
            body.strip().lines().map("> "::concat).collect(Collectors.joining("\n")));
  }

  private String lineWords() {
    return line.map(" line %d"::formatted).orElse("");
  }
}
