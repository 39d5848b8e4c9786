package dev.baton.app.web.task;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.app.web.frame.Visit;
import java.net.URLEncoder;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The refs under which replaced work is kept. The address of the next page carries them, so that
 * the page can name them.
 */
final class KeptWork {
  private static final String FIELD = "kept";

  /** An address can come from anywhere, and only our own refs are believed. */
  private static final Pattern OWN_REF = Pattern.compile("refs/baton/kept/[0-9A-Za-z/_-]{1,120}");

  private static final int MOST = 20;

  private KeptWork() {}

  /** What to append to an address that has a query already. */
  static String query(List<String> refs) {
    return refs.stream()
        .limit(MOST)
        .map(ref -> "&%s=%s".formatted(FIELD, URLEncoder.encode(ref, UTF_8)))
        .collect(Collectors.joining());
  }

  static List<String> of(Visit visit) {
    return visit.query().all(FIELD).stream()
        .filter(ref -> OWN_REF.matcher(ref).matches())
        .limit(MOST)
        .toList();
  }
}
