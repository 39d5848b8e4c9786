package dev.baton.workflow.yaml;

import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.WorkflowProblem.Kind;
import dev.baton.workflow.reference.ArgName;
import dev.baton.workflow.reference.FieldPath;
import dev.baton.workflow.reference.ResourceHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Checks names, paths and URIs in a file against the rule of each. */
final class Names {
  private final Findings findings;

  Names(Findings findings) {
    this.findings = findings;
  }

  /** A name that must be there. */
  Optional<String> required(
      YamlFields fields, YamlNode node, Place place, String key, String what) {
    // why: what is no mapping is told already
    if (node.is(YamlNode.Kind.MAPPING) && fields.find(key).isEmpty()) {
      findings.add(
          Kind.MISSING_KEY, place, node, "no '%s'".formatted(key), "the key '%s'".formatted(key));
    }
    return name(fields, place, key, what);
  }

  Optional<String> name(YamlFields fields, Place place, String key, String what) {
    return fields
        .find(key)
        .flatMap(node -> fields.text(key).flatMap(text -> name(text, node, place.at(key), what)));
  }

  Optional<String> name(String text, YamlNode node, Place place, String what) {
    return kept(
        Kind.INVALID_NAME,
        () -> new ArgName(text).value(),
        text,
        node,
        place,
        what,
        "a name that is not blank and has no control characters");
  }

  Optional<String> fieldPath(String text, YamlNode node, Place place) {
    return kept(
        Kind.INVALID_VALUE,
        () -> new FieldPath(text).value(),
        text,
        node,
        place,
        "field path",
        "names or indexes with single dots between");
  }

  Optional<ResourceHandle> resource(String text, YamlNode node, Place place) {
    return kept(
        Kind.INVALID_VALUE,
        () -> ResourceHandle.of(text),
        text,
        node,
        place,
        "resource URI",
        "resource:// or file:// at its start, and no control characters");
  }

  /** The resources in a list of URIs. */
  List<ResourceHandle> resources(YamlFields fields, String key, Place place) {
    var resources = new ArrayList<ResourceHandle>();
    for (var node : fields.list(key)) {
      var item = place.at(key).at(resources.size());
      var resource = fields.text(node, key).flatMap(text -> resource(text, node, item));
      resource.ifPresent(
          it -> {
            resources.add(it);
            findings.note(item, node);
          });
    }
    return resources;
  }

  private <T> Optional<T> kept(
      Kind kind,
      Supplier<T> rule,
      String text,
      YamlNode node,
      Place place,
      String what,
      String expected) {
    try {
      return Optional.of(rule.get());
    } catch (IllegalArgumentException e) {
      findings.add(kind, place, node, "%s %s".formatted(what, YamlNode.quoted(text)), expected);
      return Optional.empty();
    }
  }
}
