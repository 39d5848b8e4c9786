package dev.baton.task.jdbc;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** JSON as text that both databases take, and back. */
final class StoredJson {
  // why: what could be written must be readable, however long it is
  private static final JsonMapper PLAIN =
      new JsonMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder()
                      .maxStringLength(Integer.MAX_VALUE)
                      .maxNumberLength(Integer.MAX_VALUE)
                      .maxNameLength(Integer.MAX_VALUE)
                      .build())
              .build());
  private static final JsonMapper ESCAPING =
      JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private StoredJson() {}

  static String write(JsonNode value) {
    String text = PLAIN.writeValueAsString(value);
    // why: half of a surrogate pair is legal in JSON, but there is no UTF-8 for it
    return isText(text) ? text : ESCAPING.writeValueAsString(value);
  }

  static JsonNode read(String text) {
    return PLAIN.readTree(text);
  }

  /** True if both databases can compare a column with this. */
  static boolean isText(String value) {
    return value.indexOf('\0') < 0 && StandardCharsets.UTF_8.newEncoder().canEncode(value);
  }
}
