package dev.baton.mcp.request;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Proposes values for an argument while it is being typed. */
@FunctionalInterface
public interface CompletionSource {
  /** Proposes nothing. */
  CompletionSource NONE = (prefix, others, context) -> List.of();

  /**
   * Values that fit what was typed, best first.
   *
   * @param others the arguments that are known already
   */
  List<String> complete(String typed, Map<String, String> others, RequestContext context);

  /** Proposes those of the values that begin with what was typed, in any case. */
  static CompletionSource of(Collection<String> values) {
    var all = List.copyOf(values);
    return (typed, others, context) ->
        all.stream()
            .filter(
                value -> value.toLowerCase(Locale.ROOT).startsWith(typed.toLowerCase(Locale.ROOT)))
            .toList();
  }
}
