package dev.baton.internal.schema;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.ReferenceType;

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

  /**
   * Reads an absent {@code Optional<JsonNode>} as empty, where Jackson makes an Optional of null.
   */
  private static final class OptionalJson extends SimpleModule {
    @Override
    public void setupModule(JacksonModule.SetupContext context) {
      context.addDeserializers(
          new Deserializers.Base() {
            @Override
            public @Nullable ValueDeserializer<?> findReferenceDeserializer(
                ReferenceType type,
                DeserializationConfig config,
                BeanDescription.Supplier description,
                @Nullable TypeDeserializer typeDeserializer,
                @Nullable ValueDeserializer<?> contentDeserializer) {
              return type.hasRawClass(Optional.class)
                      && type.getContentType().hasRawClass(JsonNode.class)
                  ? new Reader()
                  : null;
            }

            @Override
            public boolean hasDeserializerFor(DeserializationConfig config, Class<?> type) {
              return false;
            }
          });
    }

    private static final class Reader extends ValueDeserializer<Optional<JsonNode>> {
      @Override
      public Optional<JsonNode> deserialize(JsonParser parser, DeserializationContext context) {
        return Optional.of(context.readTree(parser));
      }

      @Override
      public Optional<JsonNode> getNullValue(DeserializationContext context) {
        return Optional.empty();
      }

      @Override
      public Optional<JsonNode> getAbsentValue(DeserializationContext context) {
        return Optional.empty();
      }
    }
  }
}
