package dev.baton.mcp.transport;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a query or of a form, in their order. Immutable. */
public record Fields(Map<String, List<String>> values) {
  public static final Fields NONE = new Fields(Map.of());

  /**
   * Reads {@code name=value&name=value}.
   *
   * @throws IllegalArgumentException if it is not encoded as browsers do
   */
  public static Fields parse(String encoded) {
    var values = new LinkedHashMap<String, List<String>>();
    for (var pair : encoded.split("&", -1)) {
      if (pair.isEmpty()) {
        continue;
      }
      var end = pair.indexOf('=');
      var name = URLDecoder.decode(end < 0 ? pair : pair.substring(0, end), UTF_8);
      var value = end < 0 ? "" : URLDecoder.decode(pair.substring(end + 1), UTF_8);
      values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }
    return new Fields(values);
  }

  /** The first value; empty if there is none, or it is blank. */
  public Optional<String> find(String name) {
    return all(name).stream().findFirst().filter(value -> !value.isBlank());
  }

  /** The first value as it was sent; an empty text if there is none. */
  public String text(String name) {
    return all(name).stream().findFirst().orElse("");
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** As the end of an address; an empty text if there are none. */
  public String query() {
    return values.entrySet().stream()
        .flatMap(
            field ->
                field.getValue().stream()
                    .map(value -> encoded(field.getKey()) + "=" + encoded(value)))
        .reduce("", (all, next) -> all + (all.isEmpty() ? "?" : "&") + next);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }
}
