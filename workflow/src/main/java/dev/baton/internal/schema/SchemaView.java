package dev.baton.internal.schema;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;

/**
 * What a schema certainly says about the values at one place: their types, and which fields they
 * cannot have. It follows local references, unions and nested places; where it cannot know, it says
 * that anything is possible.
 */
public record SchemaView(JsonNode root, JsonNode node) {
  private static final int MOST_DEPTH = 10;
  private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");
  private static final List<String> UNIONS = List.of("allOf", "anyOf", "oneOf");

  /** What makes a schema say more about fields than stands in it, or leave it open. */
  private static final List<String> FIELDS =
      List.of(
          "properties",
          "patternProperties",
          "additionalProperties",
          "dependentSchemas",
          "$ref",
          "$dynamicRef");

  public static SchemaView root(JsonNode schema) {
    return new SchemaView(schema, schema);
  }

  /** The types that values here may have. */
  public JsonTypes types() {
    var types = types(node, 0);
    // why: a schema that contradicts itself is not for us to judge
    return types.equals(JsonTypes.NONE) ? JsonTypes.ANY : types;
  }

  /** If a value here can be this one, as far as types and named values tell. */
  public boolean mayBe(JsonNode value) {
    return mayBe(node, value, 0);
  }

  private boolean mayBe(JsonNode schema, JsonNode value, int depth) {
    if (depth > MOST_DEPTH || !schema.isObject()) {
      return true;
    }
    if (!JsonTypes.ofValue(value).mayFit(view(schema).types())) {
      return false;
    }
    // why only text: numbers that are the same can be written in several ways
    if (value.isString() && !named(schema).isEmpty() && !named(schema).contains(value)) {
      return false;
    }
    return (!schema.has("$ref") || mayBe(target(schema), value, depth + 1))
        && schema.path("allOf").valueStream().allMatch(it -> mayBe(it, value, depth + 1))
        && Stream.of("anyOf", "oneOf")
            .map(schema::path)
            .filter(JsonNode::isArray)
            .allMatch(it -> it.valueStream().anyMatch(part -> mayBe(part, value, depth + 1)));
  }

  private static List<JsonNode> named(JsonNode schema) {
    return schema.has("const")
        ? List.of(schema.path("const"))
        : schema.path("enum").valueStream().toList();
  }

  /** The texts that are named as possible values. */
  public List<String> choices() {
    return choices(node, 0).distinct().toList();
  }

  private Stream<String> choices(JsonNode schema, int depth) {
    return depth > MOST_DEPTH
        ? Stream.empty()
        : Stream.of(
                named(schema).stream().flatMap(it -> it.asStringOpt().stream()),
                schema.has("$ref") ? choices(target(schema), depth + 1) : Stream.<String>empty(),
                UNIONS.stream()
                    .flatMap(key -> schema.path(key).valueStream())
                    .flatMap(part -> choices(part, depth + 1)))
            .flatMap(names -> names);
  }

  /** The names of the fields that it describes. */
  public List<String> fieldNames() {
    return List.copyOf(resolved().path("properties").propertyNames());
  }

  public List<String> required() {
    return resolved()
        .path("required")
        .valueStream()
        .flatMap(it -> it.asStringOpt().stream())
        .toList();
  }

  /** If no value here has such a field or element. */
  public boolean lacks(String segment) {
    var types = types();
    var inArray = types.has(JsonTypes.Type.ARRAY) && INDEX.matcher(segment).matches();
    return !inArray && (!types.has(JsonTypes.Type.OBJECT) || closedTo(segment));
  }

  private boolean closedTo(String name) {
    var here = resolved();
    if (here.path("properties").has(name) || here.has("patternProperties")) {
      return false;
    }
    var more = here.path("additionalProperties");
    if (more.isBoolean() && !more.asBoolean()) {
      return true;
    }
    return more.isMissingNode()
        && here.has("properties")
        && FIELDS.stream().noneMatch(key -> !key.equals("properties") && here.has(key))
        && branches(here).noneMatch(SchemaView::speaksOfFields);
  }

  private static boolean speaksOfFields(JsonNode schema) {
    return FIELDS.stream().anyMatch(schema::has)
        || branches(schema).anyMatch(SchemaView::speaksOfFields);
  }

  private static Stream<JsonNode> branches(JsonNode schema) {
    return Stream.concat(
        UNIONS.stream().flatMap(key -> schema.path(key).valueStream()),
        Stream.of("then", "else").filter(schema::has).map(schema::path));
  }

  /** What it says about a field or an element. */
  public SchemaView child(String segment) {
    var here = resolved();
    var property = here.path("properties").path(segment);
    if (!property.isMissingNode()) {
      return view(property);
    }
    if (INDEX.matcher(segment).matches() && types().has(JsonTypes.Type.ARRAY)) {
      var element = here.path("prefixItems").path(Integer.parseInt(segment));
      return view(element.isMissingNode() ? here.path("items") : element);
    }
    return view(
        here.has("patternProperties") ? BooleanNode.TRUE : here.path("additionalProperties"));
  }

  private SchemaView view(JsonNode child) {
    return new SchemaView(root, child);
  }

  private JsonTypes types(JsonNode schema, int depth) {
    if (depth > MOST_DEPTH || !schema.isObject()) {
      return JsonTypes.ANY;
    }
    var types = declared(schema.path("type")).and(ofValues(schema));
    if (schema.has("$ref")) {
      types = types.and(types(target(schema), depth + 1));
    }
    for (var part : schema.path("allOf")) {
      types = types.and(types(part, depth + 1));
    }
    for (var union : List.of("anyOf", "oneOf")) {
      if (schema.has(union)) {
        types = types.and(union(schema.path(union).valueStream().map(it -> types(it, depth + 1))));
      }
    }
    return types;
  }

  private static JsonTypes declared(JsonNode type) {
    if (type.isArray()) {
      return union(type.valueStream().map(it -> JsonTypes.named(it.asString(""))));
    }
    return type.isString() ? JsonTypes.named(type.asString()) : JsonTypes.ANY;
  }

  private static JsonTypes ofValues(JsonNode schema) {
    if (schema.has("const")) {
      return JsonTypes.ofValue(schema.path("const"));
    }
    return schema.path("enum").isArray()
        ? union(schema.path("enum").valueStream().map(JsonTypes::ofValue))
        : JsonTypes.ANY;
  }

  private static JsonTypes union(Stream<JsonTypes> parts) {
    return parts.reduce(JsonTypes.NONE, JsonTypes::or);
  }

  /** The schema that describes fields: behind references, and in a union the one that has some. */
  private JsonNode resolved() {
    var here = node;
    for (var i = 0; i < MOST_DEPTH; i++) {
      if (here.has("$ref") && !here.has("properties")) {
        here = target(here);
      } else if (!here.has("properties") && onlyContainer(here).isObject()) {
        here = onlyContainer(here);
      } else {
        break;
      }
    }
    return here;
  }

  private JsonNode onlyContainer(JsonNode schema) {
    var union = schema.has("anyOf") ? schema.path("anyOf") : schema.path("oneOf");
    var containers = union.valueStream().filter(this::mayHaveFields).toList();
    return containers.size() == 1 ? containers.get(0) : BooleanNode.TRUE;
  }

  private boolean mayHaveFields(JsonNode schema) {
    var types = types(schema, 0);
    return types.has(JsonTypes.Type.OBJECT) || types.has(JsonTypes.Type.ARRAY);
  }

  private JsonNode target(JsonNode schema) {
    var reference = schema.path("$ref").asString("");
    if (reference.equals("#")) {
      return root;
    }
    return reference.startsWith("#/") ? root.at(reference.substring(1)) : BooleanNode.TRUE;
  }
}
