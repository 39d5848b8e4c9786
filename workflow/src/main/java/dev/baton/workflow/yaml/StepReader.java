package dev.baton.workflow.yaml;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.autoRun;
import static dev.baton.workflow.WorkflowDsl.bind;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.require;
import static dev.baton.workflow.WorkflowDsl.resources;
import static dev.baton.workflow.WorkflowDsl.retryable;
import static dev.baton.workflow.WorkflowDsl.timeout;

import dev.baton.internal.yaml.YamlNode;
import dev.baton.workflow.StepOption;
import dev.baton.workflow.WorkflowBuilder;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Reads the steps of a file, one after the other. */
final class StepReader {
  private static final List<String> KEYS =
      List.of(
          "name",
          "tool",
          "args",
          "bind",
          "guidance",
          "resources",
          "retryable",
          "auto_run",
          "timeout_ms",
          "require",
          "otherwise");

  private final Findings findings;
  private final Names names;
  private final WorkflowBuilder builder;
  private final SourceReader sources;
  private final RequirementReader requirements;
  private int index;

  StepReader(Findings findings, Names names, WorkflowBuilder builder) {
    this.findings = findings;
    this.names = names;
    this.builder = builder;
    this.sources = new SourceReader(findings, names);
    this.requirements = new RequirementReader(findings, names);
  }

  void read(YamlNode node) {
    var unnamed = Place.root().at("steps").at(index);
    // why: problems within a step name the step, so its name is looked for before all else
    var place = node.findScalar("name").map(unnamed::within).orElse(unnamed);
    var fields = YamlFields.read(findings, node, place, KEYS);
    if (!node.is(YamlNode.Kind.MAPPING)) {
      return;
    }
    var name =
        names
            .required(fields, node, place, "name", "step name")
            .orElseGet(() -> "step " + (index + 1));
    addStep(name, fields, place);
    index++;
  }

  private void addStep(String name, YamlFields fields, Place place) {
    var options = options(fields, place);
    var tool = names.name(fields, place, "tool", "tool name");
    if (fields.find("tool").isPresent()) {
      // why: a tool whose name is wrong is told already, and the step is not without one
      builder.step(name, ToolHandle.named(tool.orElse("unnamed")), options);
    } else {
      builder.step(name, options);
    }
  }

  private StepOption[] options(YamlFields fields, Place place) {
    var options = new ArrayList<>(arguments(fields, place.at("args")));
    names.name(fields, place, "bind", "binding name").ifPresent(it -> options.add(bind(it)));
    fields.text("guidance").ifPresent(it -> options.add(guidance(it)));
    names.resources(fields, "resources", place).forEach(it -> options.add(resources(it)));
    if (fields.flag("retryable").orElse(false)) {
      options.add(retryable());
    }
    if (fields.flag("auto_run").orElse(false)) {
      options.add(autoRun());
    }
    fields
        .number("timeout_ms", 1, Integer.MAX_VALUE)
        .ifPresent(it -> options.add(timeout(Duration.ofMillis(it))));
    requirements.read(fields, place).forEach(it -> options.add(require(it)));
    return options.toArray(StepOption[]::new);
  }

  private List<StepOption> arguments(YamlFields fields, Place place) {
    var options = new ArrayList<StepOption>();
    fields
        .find("args")
        .map(node -> YamlFields.read(findings, node, place, List.of()).values())
        .ifPresent(
            values ->
                values.forEach(
                    (key, value) ->
                        names
                            .name(key, value, place, "argument name")
                            .ifPresent(
                                it -> options.add(arg(it, sources.read(value, place.at(it)))))));
    return options;
  }
}
