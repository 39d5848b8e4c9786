package dev.baton.internal.schema;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.Deserializers;
import tools.jackson.databind.jsontype.TypeDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.ReferenceType;

/** Reads an absent {@code Optional<JsonNode>} as empty, where Jackson makes an Optional of null. */
final class OptionalJson extends SimpleModule {
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
