package dev.baton.app.web.text;

import java.time.Duration;
import java.time.Instant;

/** A duration or an age in few words. */
public final class Ages {
  private Ages() {}

  public static String since(Instant time, Instant now) {
    return of(Duration.between(time, now));
  }

  static String of(Duration age) {
    var minutes = age.toMinutes();
    if (minutes < 1) {
      return "now";
    }
    if (minutes < 60) {
      return minutes + " min";
    }
    if (age.toHours() < 24) {
      return age.toHours() + " h";
    }
    return age.toDays() == 1 ? "yesterday" : age.toDays() + " d";
  }

  /** How long something ran. */
  public static String span(Duration span) {
    if (span.toSeconds() < 60) {
      return span.toSeconds() + " s";
    }
    return span.toMinutes() < 60 ? span.toMinutes() + " min" : span.toHours() + " h";
  }
}
