package dev.baton.app.web.text;

import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.attempt.Attempt;
import java.util.List;
import java.util.stream.Stream;

/**
 * The field by which the variant of the next turn of an attempt is chosen.
 *
 * @param variants how its agent can be run; the first is the usual way
 * @param chosen the one that is meant as long as nobody chooses; empty for the usual way
 */
public record VariantField(List<String> variants, String chosen) {
  private static final String ASKS_FIRST = "APPROVALS";

  public VariantField {
    variants = List.copyOf(variants);
  }

  /**
   * The field for an attempt.
   *
   * @param newest the variant of its newest turn; whoever wanted to be asked does not have to say
   *     so again, and what allows more is chosen each time
   */
  public static VariantField of(Orchestrator orchestrator, Attempt attempt, String newest) {
    return new VariantField(
        orchestrator.nodes().findExecutor(attempt).stream()
            .flatMap(it -> Stream.concat(Stream.of(it.defaultVariant()), it.variants().stream()))
            .distinct()
            .toList(),
        newest.equals(ASKS_FIRST) ? newest : "");
  }

  /** What the field holds for a variant; nothing for the usual one. */
  public String value(String variant) {
    return variant.equals(variants.getFirst()) ? "" : variant;
  }
}
