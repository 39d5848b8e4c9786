package dev.baton.workflow.yaml;

import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.BindingName;
import dev.baton.workflow.reference.DataSource.StepOutput;
import dev.baton.workflow.reference.FieldPath;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.Requirement.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads what a step requires of earlier ones, and what happens if that does not hold. */
final class RequirementReader {
  private static final String OTHERWISE = "otherwise";
  private static final List<String> CHOICES = List.of("skip", "pause");
  private static final List<String> KEYS =
      Stream.of(
              Stream.of("from_step", "field"), Condition.wireNames().stream(), Stream.of(OTHERWISE))
          .flatMap(keys -> keys)
          .toList();

  private final Findings findings;
  private final Names names;
  private final YamlJson json;

  RequirementReader(Findings findings, Names names) {
    this.findings = findings;
    this.names = names;
    this.json = new YamlJson(findings);
  }

  /** What a step has under {@code require}, with its {@code otherwise}. */
  List<Requirement> read(YamlFields step, Place place) {
    var requirements = new ArrayList<Requirement>();
    var skips = skips(step, place).orElse(false);
    if (step.find(OTHERWISE).isPresent() && step.find("require").isEmpty()) {
      findings.add(
          Kind.MISSING_KEY,
          place.at(OTHERWISE),
          step.find(OTHERWISE).get(),
          "'otherwise' without 'require'",
          "both or none");
    }
    var nodes = step.list("require");
    step.find("require")
        .filter(node -> node.is(YamlNode.Kind.LIST) && nodes.isEmpty())
        .ifPresent(
            node ->
                findings.add(
                    Kind.INVALID_VALUE,
                    place.at("require"),
                    node,
                    "an empty 'require'",
                    "at least one requirement"));
    for (var i = 0; i < nodes.size(); i++) {
      var node = nodes.get(i);
      var requirement = read(node, place.at("require").at(i));
      if (requirement.isPresent()) {
        // why: the model counts only what could be read
        findings.noteAgain(place.at("require").at(requirements.size()), node);
        requirements.add(requirement.map(it -> skips ? it.otherwiseSkip() : it).get());
      }
    }
    return requirements;
  }

  private Optional<Requirement> read(YamlNode node, Place place) {
    var fields = YamlFields.read(findings, node, place, KEYS);
    if (!node.is(YamlNode.Kind.MAPPING)) {
      return Optional.empty();
    }
    var binding = names.required(fields, node, place, "from_step", "binding name");
    var field =
        fields
            .find("field")
            .flatMap(at -> fields.text("field").flatMap(path -> names.fieldPath(path, at, place)))
            .map(FieldPath::new);
    var condition = condition(fields, node, place);
    var skips = skips(fields, place).orElse(false);
    var wanted = condition.flatMap(it -> fields.find(it.wireName()));
    if (binding.isEmpty() || condition.isEmpty() || wanted.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Requirement(
            new StepOutput(new BindingName(binding.get()), field),
            condition.get(),
            json.read(wanted.get(), place.at(condition.get().wireName())),
            skips));
  }

  private Optional<Condition> condition(YamlFields fields, YamlNode node, Place place) {
    var found = Condition.wireNames().stream().filter(key -> fields.find(key).isPresent()).toList();
    // why: a mistyped key is told already
    if (found.size() > 1 || (found.isEmpty() && fields.isComplete())) {
      findings.add(
          found.isEmpty() ? Kind.MISSING_KEY : Kind.INVALID_VALUE,
          place,
          node,
          found.isEmpty()
              ? "a requirement without a condition"
              : "several conditions: " + String.join(", ", found),
          "one of " + String.join(", ", Condition.wireNames()));
    }
    return found.size() == 1 ? Condition.find(found.get(0)) : Optional.empty();
  }

  private Optional<Boolean> skips(YamlFields fields, Place place) {
    var text = fields.text(OTHERWISE);
    var node = fields.find(OTHERWISE);
    if (node.isPresent() && text.isPresent() && !CHOICES.contains(text.get())) {
      findings.add(
          Kind.INVALID_VALUE,
          place.at(OTHERWISE),
          node.get(),
          "otherwise " + YamlNode.quoted(text.get()),
          String.join(" or ", CHOICES));
    }
    return text.map("skip"::equals);
  }
}
