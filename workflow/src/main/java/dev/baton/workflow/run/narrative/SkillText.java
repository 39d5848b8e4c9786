package dev.baton.workflow.run.narrative;

import dev.baton.workflow.DataSource;
import dev.baton.workflow.ResourceHandle;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.ToolHandle;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.run.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;

/** A workflow's procedure in words, as a file {@code SKILL.md}. The same text every time. */
public final class SkillText {
  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9-]*");

  private final SequentialWorkflow workflow;
  private final StringBuilder text = new StringBuilder();

  private SkillText(SequentialWorkflow workflow) {
    this.workflow = workflow;
  }

  public static String of(SequentialWorkflow workflow) {
    return new SkillText(workflow).write();
  }

  private String write() {
    line("---");
    line("name: " + name());
    line("description: " + quoted(Sentence.withStop(workflow.description().strip())));
    line("---");
    line("");
    line("# " + workflow.title().orElse(workflow.name()));
    line("");
    line(Sentence.withStop(workflow.description().strip()));
    readFirst();
    inputs();
    procedure();
    shortcut();
    return text.toString();
  }

  private String name() {
    var name = workflow.name().toLowerCase(Locale.ROOT).replace('_', '-');
    return PLAIN.matcher(name).matches() ? name : quoted(name);
  }

  private void readFirst() {
    if (!workflow.instructions().isEmpty()) {
      heading("Read first");
      workflow.instructions().forEach(resource -> line("- %s".formatted(resource)));
    }
  }

  private void inputs() {
    if (!workflow.arguments().isEmpty()) {
      heading("Inputs");
      workflow.arguments().forEach(argument -> line(input(argument)));
      line("");
      line(
          "An input's name in braces, such as `{%s}`, stands for its value."
              .formatted(workflow.arguments().get(0).name()));
    }
  }

  private static String input(WorkflowArgument argument) {
    var facts = new ArrayList<String>();
    facts.add(argument.type().wireName());
    facts.add(argument.required() ? "required" : "optional");
    if (argument.secret()) {
      facts.add("secret: never show it");
    }
    var description = argument.description().strip();
    return "- `%s` (%s)%s%s"
        .formatted(
            argument.name(),
            String.join(", ", facts),
            description.isEmpty() ? "" : ": " + Sentence.withStop(description),
            argument.allowedValues().isEmpty()
                ? ""
                : argument.allowedValues().stream()
                    .map("`%s`"::formatted)
                    .collect(Collectors.joining(", ", " One of ", ".")));
  }

  private void procedure() {
    heading("Procedure");
    line("Take these steps in this order. If one fails, stop and say why.");
    for (int i = 0; i < workflow.steps().size(); i++) {
      line("");
      step(i + 1, workflow.steps().get(i));
    }
  }

  private void step(int number, WorkflowStep step) {
    line("### Step %d: %s".formatted(number, step.name()));
    line("");
    step.guidance().ifPresent(guidance -> paragraph(Sentence.withStop(guidance.source().strip())));
    if (!step.resources().isEmpty()) {
      paragraph("Read %s.".formatted(resources(step.resources())));
    }
    step.tool().ifPresent(tool -> call(tool, step));
    trim();
  }

  private void call(ToolHandle<?, ?> tool, WorkflowStep step) {
    if (step.arguments().isEmpty()) {
      paragraph("Call the tool `%s`.".formatted(tool));
    } else {
      line("Call the tool `%s` with:".formatted(tool));
      line("");
      step.arguments()
          .forEach((name, source) -> line("- `%s`: %s".formatted(name, source.accept(WORDS))));
      line("");
    }
    if (isUsedLater(step)) {
      paragraph("Keep its result as `%s`.".formatted(step.binding()));
    }
  }

  private boolean isUsedLater(WorkflowStep step) {
    return workflow.steps().stream()
        .flatMap(other -> other.arguments().values().stream())
        .anyMatch(
            source ->
                source instanceof DataSource.StepOutput output
                    && output.binding().equals(step.binding()));
  }

  private void shortcut() {
    var ways = new ArrayList<String>();
    if (workflow.servedAs().contains(ServedAs.TOOL)) {
      ways.add("call the tool `%s` with the inputs".formatted(workflow.toolName()));
    }
    if (workflow.servedAs().contains(ServedAs.PROMPT)) {
      ways.add("get the prompt `%s`".formatted(workflow.name()));
    }
    if (!ways.isEmpty()) {
      heading("Shortcut");
      line("The server can take these steps itself: %s.".formatted(String.join(", or ", ways)));
    }
  }

  private static String resources(List<ResourceHandle> resources) {
    return resources.stream().map(ResourceHandle::toString).collect(Collectors.joining(" and "));
  }

  private void heading(String title) {
    line("");
    line("## " + title);
    line("");
  }

  private void paragraph(String words) {
    line(words);
    line("");
  }

  private void line(String words) {
    text.append(words).append('\n');
  }

  private void trim() {
    while (text.toString().endsWith("\n\n")) {
      text.setLength(text.length() - 1);
    }
  }

  private static String quoted(String value) {
    return JsonNodeFactory.instance.stringNode(value).toString();
  }

  private static final DataSource.Visitor<String> WORDS =
      new DataSource.Visitor<>() {
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
          return "the text of %s".formatted(source.resource());
        }

        @Override
        public String constant(DataSource.Constant source) {
          return "`%s`".formatted(JsonText.line(source.value()));
        }

        @Override
        public String computed(DataSource.Computed source) {
          return "a value that follows from the inputs and results so far";
        }

        @Override
        public String taskVariable(DataSource.TaskVariable source) {
          return "the variable `%s` of this run".formatted(source.name());
        }
      };
}
