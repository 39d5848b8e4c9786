package dev.baton.orchestrator.fleet;

import dev.baton.mcp.tool.ToolFailure;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rule for names and labels of nodes. */
public final class NodeWords {
  private static final Pattern WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
  private static final int MOST_LABELS = 20;

  private NodeWords() {}

  /** Fails if no project can want these of a node. */
  public static void requireWanted(List<String> labels) {
    labels.stream()
        .filter(label -> findProblem("label", label).isPresent())
        .findFirst()
        .ifPresent(
            label -> {
              throw ToolFailure.invalid(
                  "/labels",
                  findProblem("label", label).orElseThrow(),
                  "Repeat the call with labels as workers have them; list_nodes shows them");
            });
    if (labels.size() > MOST_LABELS) {
      throw ToolFailure.invalid(
          "/labels",
          "%d labels are too many".formatted(labels.size()),
          "Name at most %d".formatted(MOST_LABELS));
    }
  }

  /**
   * Why a node cannot have this word; empty if it can.
   *
   * @param what is meant by it, its name or a label
   */
  public static Optional<String> findProblem(String what, String word) {
    return WORD.matcher(word).matches()
        ? Optional.empty()
        : Optional.of(
            "'%s' is no %s of a node: use up to 64 letters, digits, '.', '_' and '-', and begin with a letter or digit"
                .formatted(word, what));
  }
}
