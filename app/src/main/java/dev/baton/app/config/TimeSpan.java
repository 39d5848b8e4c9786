package dev.baton.app.config;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Durations as people write them: a number and a unit. */
public final class TimeSpan {
  static final String ALLOWED = "a time such as 45s, 30m, 72h or 90d, or none";

  /** The word for no limit. */
  static final String NONE = "none";

  private static final Pattern TEXT = Pattern.compile("([1-9][0-9]{0,6})([smhd])");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  private TimeSpan() {}

  /** The duration; empty if the text is not one. */
  public static Optional<Duration> read(String text) {
    var matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.ofNullable(UNITS.get(matcher.group(2)))
            .map(unit -> unit.multipliedBy(Long.parseLong(matcher.group(1))))
        : Optional.empty();
  }
}
