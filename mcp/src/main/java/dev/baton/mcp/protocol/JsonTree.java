package dev.baton.mcp.protocol;

import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Trees of JSON as text, as the mapper of the wire reads and writes them, but without it. */
final class JsonTree {
  static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Json.MAX_DEPTH)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonTree() {}

  /** The only value of a text; missing if there is none. */
  static JsonNode read(String text) {
    try (var parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      @Nullable JsonToken first = parser.nextToken();
      if (first == null) {
        return NODES.missingNode();
      }
      var tree = read(parser, first);
      if (parser.nextToken() != null) {
        throw new StreamReadException(parser, "Something follows the value");
      }
      return tree;
    }
  }

  private static JsonNode read(JsonParser parser, JsonToken token) {
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> NODES.stringNode(parser.getString());
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDecimalValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, PROPERTY_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new StreamReadException(parser, "There is no value here");
    };
  }

  private static ObjectNode object(JsonParser parser) {
    var object = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      var name = parser.currentName();
      object.set(name, read(parser, parser.nextToken()));
    }
    return object;
  }

  private static ArrayNode array(JsonParser parser) {
    var array = NODES.arrayNode();
    for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
      array.add(read(parser, token));
    }
    return array;
  }

  private static JsonNode integer(JsonParser parser) {
    return switch (parser.getNumberType()) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }

  /** The text in UTF-8. */
  static byte[] write(JsonNode tree) {
    var bytes = new ByteArrayOutputStream();
    try (var generator = FACTORY.createGenerator(ObjectWriteContext.empty(), bytes)) {
      write(tree, generator);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonNode tree, JsonGenerator out) {
    switch (tree.getNodeType()) {
      case OBJECT -> {
        out.writeStartObject();
        for (var field : tree.properties()) {
          out.writeName(field.getKey());
          write(field.getValue(), out);
        }
        out.writeEndObject();
      }
      case ARRAY -> {
        out.writeStartArray();
        for (var item : tree) {
          write(item, out);
        }
        out.writeEndArray();
      }
      case STRING -> out.writeString(tree.stringValue());
      case BOOLEAN -> out.writeBoolean(tree.booleanValue());
      case NULL, MISSING -> out.writeNull();
      case NUMBER -> writeNumber(tree, out);
      case BINARY, POJO -> out.writeRawValue(tree.toString());
    }
  }

  private static void writeNumber(JsonNode number, JsonGenerator out) {
    switch (number.numberType()) {
      case INT, LONG -> out.writeNumber(number.longValue());
      case BIG_INTEGER -> out.writeNumber(number.bigIntegerValue());
      case FLOAT -> out.writeNumber(number.floatValue());
      case DOUBLE -> out.writeNumber(number.doubleValue());
      case BIG_DECIMAL -> out.writeNumber(number.decimalValue());
      case null -> out.writeNull();
    }
  }
}
