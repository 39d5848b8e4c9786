package dev.baton.app.web.frame;

import dev.baton.mcp.tool.ToolFailure;
import java.util.regex.Pattern;

/** Failures in words for people, who have buttons and no tools. */
public final class Sentences {
  /** A hint that names a call is for models; people see the way on the page. */
  private static final Pattern CALL = Pattern.compile("\\b[a-z]+(_[a-z]+)+\\b|\\bCall\\b");

  private Sentences() {}

  public static String of(ToolFailure failure) {
    var message = ended(String.valueOf(failure.getMessage()));
    return CALL.matcher(failure.hint()).find()
        ? message
        : "%s %s".formatted(message, ended(failure.hint()));
  }

  private static String ended(String text) {
    return text.endsWith(".") || text.endsWith("?") || text.endsWith("!") ? text : text + ".";
  }
}
