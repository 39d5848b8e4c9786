package dev.baton.orchestrator.agent;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/**
 * Tokens that an agent used.
 *
 * @param cached the part of the input that came from a cache
 */
public record TokenCount(long input, long cached, long output) {
  /** The most tokens of a kind that are believed; so many can be added up. */
  public static final long MOST = 1_000_000_000_000L;

  private static final BigDecimal MOST_TOLD = BigDecimal.valueOf(MOST);
  public static final TokenCount NONE = new TokenCount(0, 0, 0);

  /**
   * What an agent told in these fields, each list added up. Empty if it told neither what it read
   * nor what it wrote, or if a number is one that no agent can have.
   */
  public static Optional<TokenCount> told(
      JsonEvent usage, List<String> input, List<String> cached, List<String> output) {
    if (input.stream().noneMatch(usage::has) && output.stream().noneMatch(usage::has)) {
      return Optional.empty();
    }
    return sum(usage, input)
        .flatMap(
            read ->
                sum(usage, cached)
                    .flatMap(
                        known ->
                            sum(usage, output)
                                .map(written -> new TokenCount(read, known, written))));
  }

  /** Empty if one of the fields has something else than a possible number. */
  private static Optional<Long> sum(JsonEvent usage, List<String> fields) {
    var told = fields.stream().filter(usage::has).toList();
    var possible =
        told.stream()
            .flatMap(field -> usage.decimal(field).stream())
            .filter(TokenCount::isPossible);
    var numbers = possible.map(BigDecimal::longValue).toList();
    return Optional.of(numbers.stream().mapToLong(Long::longValue).sum())
        .filter(_ -> numbers.size() == told.size())
        .filter(sum -> sum <= MOST);
  }

  private static boolean isPossible(BigDecimal count) {
    return count.signum() >= 0 && count.compareTo(MOST_TOLD) <= 0;
  }

  public TokenCount plus(TokenCount more) {
    return new TokenCount(input + more.input, cached + more.cached, output + more.output);
  }

  /** What was added since an earlier count; a number that went down began anew. */
  public TokenCount since(TokenCount before) {
    return new TokenCount(
        since(before.input, input), since(before.cached, cached), since(before.output, output));
  }

  private static long since(long before, long after) {
    return after < before ? after : after - before;
  }
}
