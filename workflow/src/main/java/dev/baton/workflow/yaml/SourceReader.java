package dev.baton.workflow.yaml;

import static dev.baton.workflow.WorkflowDsl.computed;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromResource;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.fromVariable;
import static dev.baton.workflow.WorkflowDsl.promptArg;

import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.Source;
import java.util.List;
import java.util.Optional;

/** Reads where an argument comes from: a plain value, or a mapping that says so. */
final class SourceReader {
  private static final List<String> SOURCES =
      List.of("from_arg", "from_step", "from_resource", "from_variable", "constant");
  private static final List<String> KEYS =
      List.of("from_arg", "from_step", "field", "from_resource", "from_variable", "constant");

  /** Stands for a source that is told as wrong already, so that nothing more is said about it. */
  private static final Source<String> WRONG = computed(run -> "");

  private final Findings findings;
  private final Names names;
  private final YamlJson json;

  SourceReader(Findings findings, Names names) {
    this.findings = findings;
    this.names = names;
    this.json = new YamlJson(findings);
  }

  Source<?> read(YamlNode node, Place place) {
    if (!node.is(YamlNode.Kind.MAPPING)) {
      return constant(json.read(node, place));
    }
    var fields = YamlFields.read(findings, node, place, KEYS);
    var kinds = SOURCES.stream().filter(key -> fields.find(key).isPresent()).toList();
    if (kinds.size() != 1) {
      return ambiguous(fields, kinds, node, place);
    }
    if (fields.find("field").isPresent() && !kinds.contains("from_step")) {
      findings.add(Kind.UNKNOWN_KEY, place, node, "'field' without 'from_step'", "both or none");
    }
    return read(kinds.get(0), fields, place).orElse(WRONG);
  }

  private Source<?> ambiguous(YamlFields fields, List<String> kinds, YamlNode node, Place place) {
    // why: a mistyped key is told already
    if (!kinds.isEmpty() || fields.isComplete()) {
      findings.add(
          kinds.isEmpty() ? Kind.MISSING_KEY : Kind.INVALID_VALUE,
          place,
          node,
          kinds.isEmpty()
              ? "a mapping that names no source"
              : "several sources: " + String.join(", ", kinds),
          "one of " + String.join(", ", SOURCES),
          List.of());
    }
    return WRONG;
  }

  private Optional<Source<?>> read(String kind, YamlFields fields, Place place) {
    return switch (kind) {
      case "from_arg" -> names.name(fields, place, kind, "argument name").map(it -> promptArg(it));
      case "from_step" ->
          names.name(fields, place, kind, "binding name").map(it -> step(it, fields, place));
      case "from_resource" ->
          fields
              .find(kind)
              .flatMap(node -> fields.text(kind).flatMap(it -> names.resource(it, node, place)))
              .map(it -> fromResource(it));
      case "from_variable" ->
          names.name(fields, place, kind, "variable name").map(it -> fromVariable(it));
      default -> fields.find(kind).map(node -> constant(json.read(node, place)));
    };
  }

  private Source<?> step(String binding, YamlFields fields, Place place) {
    var field = fields.find("field");
    if (field.isEmpty()) {
      return fromStep(binding);
    }
    // why: with a wrong path the binding is still checked
    return fields
        .text("field")
        .flatMap(path -> names.fieldPath(path, field.get(), place))
        .<Source<?>>map(path -> fromStep(binding, path))
        .orElseGet(() -> fromStep(binding));
  }
}
