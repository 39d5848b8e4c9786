package dev.baton.mcp.tool;

import static java.util.Map.entry;

import dev.baton.internal.schema.WireNames;
import dev.baton.mcp.protocol.Json;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Makes the schema of a record, and collects what a schema cannot say. */
final class RecordSchema {
  private static final Map<Class<?>, String> SCALARS =
      Map.ofEntries(
          entry(String.class, "string"),
          entry(boolean.class, "boolean"),
          entry(Boolean.class, "boolean"),
          entry(int.class, "integer"),
          entry(Integer.class, "integer"),
          entry(long.class, "integer"),
          entry(Long.class, "integer"),
          entry(double.class, "number"),
          entry(Double.class, "number"),
          entry(float.class, "number"),
          entry(Float.class, "number"),
          entry(BigInteger.class, "integer"),
          entry(BigDecimal.class, "number"),
          entry(ObjectNode.class, "object"));

  private final boolean output;
  private final List<String> problems;
  private final List<Class<?>> open = new ArrayList<>();

  private RecordSchema(boolean output, List<String> problems) {
    this.output = output;
    this.problems = problems;
  }

  static ObjectNode input(Class<?> type, List<String> problems) {
    return new RecordSchema(false, problems).root(type);
  }

  static ObjectNode output(Class<?> type, List<String> problems) {
    return new RecordSchema(true, problems).root(type);
  }

  /** The same schema, which admits null too. */
  static ObjectNode nullable(ObjectNode schema) {
    if (schema.has("type")) {
      schema.set("type", Json.array().add(schema.path("type")).add("null"));
    }
    if (schema.path("enum") instanceof ArrayNode values) {
      values.addNull();
    }
    return schema;
  }

  private ObjectNode root(Class<?> type) {
    if (type.isRecord()) {
      return object(type);
    }
    problems.add("%s: must be a record".formatted(type.getSimpleName()));
    return Json.object().put("type", "object");
  }

  private ObjectNode object(Class<?> type) {
    var schema = Json.object().put("type", "object");
    describe(schema, type.getAnnotation(Description.class));
    var properties = schema.putObject("properties");
    var required = Json.array();
    fields(type, properties, required);
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    return output ? schema : schema.put("additionalProperties", false);
  }

  private void fields(Class<?> type, ObjectNode properties, ArrayNode required) {
    open.add(type);
    for (var component : type.getRecordComponents()) {
      if (component.isAnnotationPresent(Inline.class)) {
        inline(component, properties, required);
      } else {
        field(component, properties, required);
      }
    }
    open.removeLast();
  }

  private void inline(RecordComponent component, ObjectNode properties, ArrayNode required) {
    var type = component.getType();
    if (!type.isRecord()) {
      problems.add("%s: has @Inline but is no record".formatted(where(component)));
    } else if (open.contains(type)) {
      unsupported(type, where(component));
    } else {
      fields(type, properties, required);
    }
  }

  private void field(RecordComponent component, ObjectNode properties, ArrayNode required) {
    var name = WireNames.of(component);
    if (properties.has(name)) {
      problems.add(
          "%s: has two fields '%s'"
              .formatted(component.getDeclaringRecord().getSimpleName(), name));
    }
    properties.set(name, property(component));
    if (isRequired(component)) {
      required.add(name);
    }
  }

  private static String where(RecordComponent component) {
    return component.getDeclaringRecord().getSimpleName() + "." + component.getName();
  }

  private boolean isRequired(RecordComponent component) {
    return component.getType() != Optional.class
        || (output && !component.isAnnotationPresent(OmitWhenEmpty.class));
  }

  private ObjectNode property(RecordComponent component) {
    var where = where(component);
    var type = component.getGenericType();
    var optional = component.getType() == Optional.class;
    var schema = schema(optional ? argument(type, 0) : type, where);
    if (optional && isRequired(component)) {
      nullable(schema);
    } else if (!optional && component.isAnnotationPresent(OmitWhenEmpty.class)) {
      problems.add("%s: has @OmitWhenEmpty but is no Optional".formatted(where));
    }
    annotate(schema, component, where);
    return schema;
  }

  private void annotate(ObjectNode schema, RecordComponent component, String where) {
    var description = component.getAnnotation(Description.class);
    if (description == null || description.value().isBlank()) {
      problems.add("%s: has no @Description".formatted(where));
    }
    describe(schema, description);
    var header = component.getAnnotation(McpHeader.class);
    if (header != null && !output) {
      schema.put("x-mcp-header", header.value());
    }
  }

  private ObjectNode schema(Type type, String where) {
    if (type instanceof Class<?> plain) {
      return plain(plain, where);
    }
    if (type instanceof ParameterizedType generic) {
      var raw = generic.getRawType();
      if (raw == List.class || raw == Set.class) {
        var array = Json.object().put("type", "array");
        array.set("items", schema(argument(type, 0), where));
        return raw == Set.class ? array.put("uniqueItems", true) : array;
      }
      if (raw == Map.class && argument(type, 0) == String.class) {
        var map = Json.object().put("type", "object");
        map.set("additionalProperties", schema(argument(type, 1), where));
        return map;
      }
    }
    return unsupported(type, where);
  }

  private ObjectNode plain(Class<?> type, String where) {
    var scalar = SCALARS.get(type);
    if (scalar != null) {
      return Json.object().put("type", scalar);
    } else if (type == UUID.class) {
      return Json.object().put("type", "string").put("format", "uuid");
    } else if (type == Instant.class) {
      var time = Json.object().put("type", "string").put("format", "date-time");
      // why: times are UTC on the wire; what we write is so anyway
      return output ? time : time.put("pattern", "Z$");
    } else if (type == JsonNode.class) {
      return Json.object();
    } else if (type.isEnum()) {
      return constants(type);
    } else if (type.isRecord() && !open.contains(type)) {
      return object(type);
    }
    return unsupported(type, where);
  }

  private static ObjectNode constants(Class<?> type) {
    var schema = Json.object().put("type", "string");
    var names =
        Arrays.stream(type.getEnumConstants()).map(it -> WireNames.of((Enum<?>) it)).toList();
    schema.set("enum", Json.strings(names));
    return schema;
  }

  private ObjectNode unsupported(Type type, String where) {
    problems.add(
        open.contains(type)
            ? "%s: a record cannot contain itself".formatted(where)
            : "%s: %s has no schema".formatted(where, type.getTypeName()));
    return Json.object();
  }

  private static Type argument(Type type, int index) {
    return type instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()[index]
        : Object.class;
  }

  private static void describe(ObjectNode schema, @Nullable Description description) {
    if (description != null) {
      schema.put("description", description.value());
    }
  }
}
