package dev.baton.app.web.text;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A field with the names of labels, commas between them; a name with a comma is in quotes. */
public final class LabelField {
  private static final Pattern NAME =
      Pattern.compile("\\s*(?:\"((?:[^\"]|\"\")*)\"|([^,]*))\\s*(?:,|$)");

  private LabelField() {}

  /** The names that were typed, each once. */
  public static List<String> names(String typed) {
    var names = new ArrayList<String>();
    var found = NAME.matcher(typed);
    while (found.lookingAt() && found.regionStart() < typed.length()) {
      var quoted = found.group(1);
      var name = quoted == null ? found.group(2).strip() : quoted.replace("\"\"", "\"").strip();
      if (!name.isEmpty() && !names.contains(name)) {
        names.add(name);
      }
      found.region(found.end(), typed.length());
    }
    return names;
  }

  /** What the field holds, so that it means these names when it is sent. */
  public static String typed(Collection<String> names) {
    return names.stream().map(LabelField::typed).collect(Collectors.joining(", "));
  }

  private static String typed(String name) {
    return name.contains(",") || name.startsWith("\"")
        ? "\"%s\"".formatted(name.replace("\"", "\"\""))
        : name;
  }
}
