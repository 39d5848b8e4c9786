package dev.baton.app.web.review;

import java.util.Locale;

/** Numbers of things, in words. */
final class Plurals {
  private Plurals() {}

  static String of(long count, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
  }
}
