package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.ArgumentTemplates;
import dev.baton.workflow.internal.record.Sentence;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.Requirement;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.TextTemplate;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** How a skill calls what a workflow refers to; inputs keep their names in braces. */
final class SkillWords implements DataSource.Visitor<String> {
  private final ArgumentTemplates templates;

  SkillWords(SequentialWorkflow workflow) {
    var names = JsonNodeFactory.instance.objectNode();
    workflow.arguments().stream()
        .map(argument -> argument.name().value())
        .forEach(name -> names.put(name, braced(name)));
    this.templates =
        new ArgumentTemplates(
            names, name -> Optional.of(JsonNodeFactory.instance.stringNode(braced(name))));
  }

  private static String braced(String name) {
    return "{%s}".formatted(name);
  }

  /** What to do when a step fails. */
  static String onFailure(ErrorStrategy strategy) {
    if (strategy instanceof ErrorStrategy.Retry retry) {
      return "If a step fails that may be repeated, wait %d ms, twice as long each time, and try again, at most %d times in all. If it still fails, or another one does, stop and say why."
          .formatted(retry.backoff().toMillis(), retry.attempts());
    }
    return strategy instanceof ErrorStrategy.CollectErrors
        ? "If one fails, go on with those that do not need its result, leave out those that do, and say at the end what failed and why."
        : "If one fails, stop and say why.";
  }

  /** A line for each argument that the tool requires and the step leaves to who takes it. */
  static Stream<String> leftOpen(WorkflowStep step, ToolFacts tool) {
    return tool.inputSchema()
        .path("required")
        .valueStream()
        .map(name -> name.asString(""))
        .filter(name -> step.arguments().keySet().stream().noneMatch(it -> it.value().equals(name)))
        .map(name -> "- `%s`: for you to choose%s".formatted(name, description(tool, name)));
  }

  private static String description(ToolFacts tool, String argument) {
    var description =
        Sentence.withoutStop(
            tool.inputSchema().path("properties").path(argument).path("description").asString(""));
    return description.isEmpty() ? "" : " (%s)".formatted(description);
  }

  String text(TextTemplate template) {
    return templates.text(template);
  }

  String uri(ResourceHandle resource) {
    return new TextTemplate(resource.uri().value()).fill(SkillWords::braced);
  }

  /** What has to hold before a step, and what to do if it does not. */
  String requirement(Requirement requirement) {
    var wanted = templates.constant(requirement.wanted()).orElse(requirement.wanted());
    var condition =
        switch (requirement.condition()) {
          case EQUALS -> "is `%s`".formatted(JsonText.line(wanted));
          case NOT_EQUALS -> "is there and is not `%s`".formatted(JsonText.line(wanted));
          case IN -> "is one of `%s`".formatted(JsonText.line(wanted));
          case EXISTS -> wanted.asBoolean(true) ? "is there" : "is not there";
        };
    return "Only if %s %s; otherwise %s."
        .formatted(
            stepOutput(requirement.output()),
            condition,
            requirement.skips() ? "skip this step" : "stop and say so");
  }

  @Override
  public String promptArgument(DataSource.PromptArgument source) {
    return "the input `%s`".formatted(source.name());
  }

  @Override
  public String stepOutput(DataSource.StepOutput source) {
    return source
        .field()
        .map(field -> "the field `%s` of `%s`".formatted(field, source.binding()))
        .orElse("all of `%s`".formatted(source.binding()));
  }

  @Override
  public String resourceContent(DataSource.ResourceContent source) {
    return "the text of %s".formatted(uri(source.resource()));
  }

  @Override
  public String constant(DataSource.Constant source) {
    JsonNode value = templates.constant(source.value()).orElse(source.value());
    return "`%s`".formatted(JsonText.line(value));
  }

  @Override
  public String computed(DataSource.Computed source) {
    return "a value that follows from the inputs and results so far";
  }

  @Override
  public String taskVariable(DataSource.TaskVariable source) {
    return "the variable `%s` of this run".formatted(source.name());
  }
}
