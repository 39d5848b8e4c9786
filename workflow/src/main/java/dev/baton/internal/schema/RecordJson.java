package dev.baton.internal.schema;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Records to JSON and back, with the names of the schema. */
public final class RecordJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .propertyNamingStrategy(new WireNames.Properties())
          .annotationIntrospector(new WireNames.Constants())
          .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .addModule(new OptionalJson())
          // why: a record's own isX() and getX() are not in the schema, so they are not written
          .changeDefaultVisibility(
              visibility ->
                  visibility
                      .withFieldVisibility(Visibility.ANY)
                      .withGetterVisibility(Visibility.NONE)
                      .withIsGetterVisibility(Visibility.NONE))
          .build();

  // why: a mapper looks its reader up anew for every value
  private static final ClassValue<ObjectReader> READERS =
      new ClassValue<>() {
        @Override
        protected ObjectReader computeValue(Class<?> type) {
          return MAPPER.readerFor(type);
        }
      };

  private RecordJson() {}

  public static <T> T decode(JsonNode json, Class<T> type) {
    return type.cast(READERS.get(type).readValue(json));
  }

  public static JsonNode encode(Object value) {
    return MAPPER.valueToTree(value);
  }
}
