package dev.baton.task.internal;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a result that was too large for its task's variables can be read. Immutable, thread safe.
 *
 * @param task the id of its task
 * @param name of the result within its task, such as the step's
 */
public record TaskResultUri(String task, String name) {
  private static final Pattern FORM = Pattern.compile("resource://tasks/([^/]+)/results/([^/]+)");

  public TaskResultUri {
    if (task.isBlank() || name.isBlank()) {
      throw new IllegalArgumentException(
          "A result '%s' of task '%s' needs both".formatted(name, task));
    }
  }

  /** Reads what {@link #toString()} wrote; empty if it is the address of something else. */
  public static Optional<TaskResultUri> parse(String uri) {
    Matcher parts = FORM.matcher(uri);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new TaskResultUri(decode(parts.group(1)), decode(parts.group(2))));
    } catch (IllegalArgumentException badEscapeOrBlank) {
      return Optional.empty();
    }
  }

  @Override
  public String toString() {
    return "resource://tasks/%s/results/%s".formatted(encode(task), encode(name));
  }

  private static String encode(String part) {
    return URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String decode(String part) {
    // why: the decoder is one for forms, where a plus sign is a space
    return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
