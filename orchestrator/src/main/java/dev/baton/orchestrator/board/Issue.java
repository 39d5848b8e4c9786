package dev.baton.orchestrator.board;

import java.util.List;

/**
 * An issue of a forge, in the words of the board task that it becomes.
 *
 * @param link where it is, or another text by which it is known again
 * @param description says the link, too
 * @param labels names, each once, in their order
 */
public record Issue(String link, String title, String description, List<String> labels) {
  public Issue {
    labels = labels.stream().map(String::strip).distinct().sorted().toList();
  }
}
