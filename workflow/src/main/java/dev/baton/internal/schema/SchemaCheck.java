package dev.baton.internal.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.path.PathType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks values against a schema, which is compiled when the first comes. Thread safe. */
public final class SchemaCheck {
  /** A value can have a problem in each of its places; a caller reads no more than this. */
  private static final int MOST_PROBLEMS = 20;

  /** The most problems that are sorted, so that those that are shown come first. */
  private static final int MOST_ERRORS = 1_000;

  private static final String META_SCHEMA = "https://json-schema.org/draft/2020-12/schema";
  private static final Pattern KNOWN_SCHEMAS =
      Pattern.compile("https?://json-schema\\.org/draft.*");

  private final ObjectNode schema;
  // why nullable: it stands for "not yet"; two threads that both compile do no harm
  private volatile @Nullable Schema compiled;

  public SchemaCheck(ObjectNode schema) {
    this.schema = schema;
  }

  /** What is wrong with the schema itself, references that lead nowhere included. */
  public List<String> defects() {
    try {
      var dialect = schema.path("$schema").asString(META_SCHEMA);
      var defects =
          problems(registry().getSchema(SchemaLocation.of(dialect)).validate(schema)).stream()
              .map(SchemaProblem::toString)
              .toList();
      if (defects.isEmpty()) {
        compiled().initializeValidators();
        return foreignDynamicReferences();
      }
      return defects;
    } catch (SchemaException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }

  // why: the library looks for these only when a value comes by
  private List<String> foreignDynamicReferences() {
    return schema.findValues("$dynamicRef").stream()
        .filter(reference -> reference.isString() && !reference.asString().startsWith("#"))
        .map(
            reference ->
                "Schema from '%s' is not allowed to be loaded.".formatted(reference.asString()))
        .toList();
  }

  public List<SchemaProblem> check(JsonNode value) {
    var errors = new FirstErrors();
    try {
      var ignored = compiled().validate(value, context -> context.setErrors(errors));
    } catch (EnoughException e) {
      // why: a value can have a hundred thousand errors, and finding all of them takes seconds
    }
    return errors.isEmpty() ? List.of() : problems(errors);
  }

  /** The first errors of a value; one that finds more ends the search. */
  private static final class FirstErrors extends ArrayList<Error> {
    @Override
    public boolean add(Error error) {
      if (size() >= MOST_ERRORS) {
        throw new EnoughException();
      }
      return super.add(error);
    }

    @Override
    public boolean addAll(Collection<? extends Error> errors) {
      errors.forEach(this::add);
      return !errors.isEmpty();
    }
  }

  /** Enough errors have been found. */
  private static final class EnoughException extends RuntimeException {
    EnoughException() {
      super("", null, false, false);
    }
  }

  private Schema compiled() {
    var ready = compiled;
    if (ready == null) {
      ready = registry().getSchema(schema);
      compiled = ready;
    }
    return ready;
  }

  // why: one registry for each schema, so that two with the same $id do not mix. The loader serves
  // the drafts that the library carries and fetches nothing: a schema must not open connections
  private static SchemaRegistry registry() {
    return SchemaRegistry.withDefaultDialect(
        SpecificationVersion.DRAFT_2020_12,
        builder ->
            builder
                .schemaRegistryConfig(config())
                .schemaLoader(
                    loader ->
                        loader.allow(iri -> KNOWN_SCHEMAS.matcher(iri.toString()).matches())));
  }

  private static SchemaRegistryConfig config() {
    return SchemaRegistryConfig.builder()
        .formatAssertionsEnabled(true)
        .pathType(PathType.JSON_POINTER)
        .locale(Locale.ROOT)
        .build();
  }

  private List<SchemaProblem> problems(List<Error> errors) {
    return errors.stream()
        .map(this::problem)
        .sorted(Comparator.comparing(SchemaProblem::path).thenComparing(SchemaProblem::message))
        .distinct()
        .limit(MOST_PROBLEMS)
        .toList();
  }

  private SchemaProblem problem(Error error) {
    var place = JsonPointer.compile(error.getInstanceLocation().toString());
    var part = SchemaPart.root(schema).at(place);
    var field = String.valueOf(error.getProperty());
    return switch (error.getKeyword()) {
      case "required" ->
          new SchemaProblem(
              place.appendProperty(field).toString(),
              "missing",
              remedy("add " + field, part.child(field)));
      case "additionalProperties", "unevaluatedProperties" ->
          new SchemaProblem(
              place.appendProperty(field).toString(),
              "unknown field",
              "remove %s (%s)".formatted(field, allowed(part)));
      default -> wrong(place.toString(), message(error));
    };
  }

  private static String allowed(SchemaPart part) {
    var names = String.join(", ", part.propertyNames());
    return names.isEmpty() ? "it takes no arguments" : "allowed: " + names;
  }

  /** A problem that was found after the check, with what the schema says about the place. */
  public SchemaProblem wrong(String path, String message) {
    var part = SchemaPart.root(schema).at(JsonPointer.compile(path));
    return new SchemaProblem(
        path, message, remedy("correct " + (path.isEmpty() ? "the arguments" : path), part));
  }

  private static String remedy(String what, SchemaPart part) {
    return part.description().map(text -> "%s (%s)".formatted(what, text)).orElse(what);
  }

  private static String message(Error error) {
    var first = Stream.ofNullable(error.getArguments()).flatMap(Stream::of).findFirst();
    return switch (error.getKeyword()) {
      case "enum" -> "must be one of " + first.orElse("the enumeration");
      case "format" -> "not a valid " + first.orElse("value of the format");
      default -> error.getMessage();
    };
  }
}
