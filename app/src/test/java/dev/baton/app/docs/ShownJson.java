package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * JSON as a page shows it: {@code …} is for what does not matter, and a word in capitals for a
 * value, the same wherever the word stands. Not thread safe.
 */
final class ShownJson {
  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z_]+");
  private static final String ANYTHING = "…";

  private final Map<String, String> values = new HashMap<>();

  /** Says what a word stands for. */
  void name(String word, String value) {
    values.put(word, value);
  }

  String value(String word) {
    return values.getOrDefault(word, word);
  }

  /** The text with values for its words. */
  String filled(String text) {
    return NAME.matcher(text).replaceAll(word -> value(word.group()));
  }

  /** Fails if the page shows something that is not so; what the page leaves out may be anything. */
  void check(String place, JsonNode shown, JsonNode actual) {
    if (shown.isObject()) {
      shown.forEachEntry((name, value) -> check(place + "/" + name, value, actual.path(name)));
    } else if (shown.isArray()) {
      checkList(place, shown, actual);
    } else if (shown.isString()) {
      checkText(place, shown.stringValue(), actual);
    } else {
      assertThat(actual).as(place).isEqualTo(shown);
    }
  }

  private void checkList(String place, JsonNode shown, JsonNode actual) {
    var isEnd = shown.path(0).asString("").equals(ANYTHING);
    var skipped = isEnd ? 1 : 0;
    var offset = actual.size() - shown.size();
    assertThat(isEnd ? Math.min(offset, 0) : offset).as("%s of %s", place, actual).isZero();
    for (var i = skipped; i < shown.size(); i++) {
      check(place + "/" + i, shown.path(i), actual.path(i + offset));
    }
  }

  private void checkText(String place, String shown, JsonNode actual) {
    if (shown.equals(ANYTHING)) {
      assertThat(actual.isMissingNode()).as("%s is missing", place).isFalse();
      return;
    }
    if (NAME.matcher(shown).matches()) {
      values.putIfAbsent(shown, actual.asString(""));
    }
    var text = filled(shown);
    if (text.endsWith(ANYTHING)) {
      assertThat(actual.asString("")).as(place).startsWith(text.replace(ANYTHING, ""));
    } else {
      assertThat(actual.asString("")).as(place).isEqualTo(text);
    }
  }
}
