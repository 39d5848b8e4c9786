package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.SequentialWorkflow.ServedAs;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.record.Sentence;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.node.JsonNodeFactory;

/** A workflow's procedure in words, as a file {@code SKILL.md}. The same text every time. */
public final class SkillText {
  private static final Pattern PLAIN = Pattern.compile("[a-z][a-z0-9-]*");

  private final SequentialWorkflow workflow;
  private final Function<String, Optional<ToolFacts>> tools;
  private final SkillWords words;
  private final StringBuilder text = new StringBuilder();

  private SkillText(SequentialWorkflow workflow, Function<String, Optional<ToolFacts>> tools) {
    this.workflow = workflow;
    this.tools = tools;
    this.words = new SkillWords(workflow);
  }

  /**
   * The text.
   *
   * @param tools what the server says about a tool; what it does not know stays unsaid
   */
  public static String of(
      SequentialWorkflow workflow, Function<String, Optional<ToolFacts>> tools) {
    return new SkillText(workflow, tools).write();
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
      workflow.instructions().forEach(resource -> line("- %s".formatted(words.uri(resource))));
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
    line("Take these steps in this order. " + SkillWords.onFailure(workflow.errorStrategy()));
    for (int i = 0; i < workflow.steps().size(); i++) {
      line("");
      step(i + 1, workflow.steps().get(i));
    }
  }

  private void step(int number, WorkflowStep step) {
    line("### Step %d: %s".formatted(number, step.name()));
    line("");
    step.requirements().forEach(requirement -> paragraph(words.requirement(requirement)));
    step.guidance()
        .ifPresent(guidance -> paragraph(Sentence.withStop(words.text(guidance).strip())));
    if (!step.resources().isEmpty()) {
      paragraph("Read %s.".formatted(resources(step.resources())));
    }
    step.tool().ifPresent(tool -> call(tool, step));
    trim();
  }

  private void call(ToolHandle<?, ?> tool, WorkflowStep step) {
    var facts = tools.apply(tool.name());
    if (facts.filter(ToolFacts::destructive).isPresent() && !step.autoRun()) {
      paragraph("It can destroy something: ask the user before you go on.");
    }
    var arguments = arguments(step, facts);
    if (arguments.isEmpty()) {
      paragraph("Call the tool `%s`.".formatted(tool));
    } else {
      line("Call the tool `%s` with:".formatted(tool));
      line("");
      arguments.forEach(this::line);
      line("");
    }
    if (isRepeated(step, facts)) {
      paragraph("This step may be repeated.");
    }
    if (isUsedLater(step)) {
      paragraph("Keep its result as `%s`.".formatted(step.binding()));
    }
  }

  private List<String> arguments(WorkflowStep step, Optional<ToolFacts> facts) {
    var lines = new ArrayList<String>();
    step.arguments()
        .forEach((name, source) -> lines.add("- `%s`: %s".formatted(name, source.accept(words))));
    facts.stream().flatMap(tool -> SkillWords.leftOpen(step, tool)).forEach(lines::add);
    return lines;
  }

  private boolean isRepeated(WorkflowStep step, Optional<ToolFacts> facts) {
    return workflow.errorStrategy() instanceof ErrorStrategy.Retry
        && (step.retryable()
            || facts.filter(tool -> tool.readOnly() || tool.idempotent()).isPresent());
  }

  private boolean isUsedLater(WorkflowStep step) {
    return workflow.steps().stream()
        .flatMap(workflow::outputsRead)
        .anyMatch(output -> output.binding().equals(step.binding()));
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

  private String resources(List<ResourceHandle> resources) {
    return resources.stream().map(words::uri).collect(Collectors.joining(" and "));
  }

  private void heading(String title) {
    line("");
    line("## " + title);
    line("");
  }

  private void paragraph(String sentences) {
    line(sentences);
    line("");
  }

  private void line(String content) {
    text.append(content).append('\n');
  }

  private void trim() {
    while (text.toString().endsWith("\n\n")) {
      text.setLength(text.length() - 1);
    }
  }

  private static String quoted(String value) {
    return JsonNodeFactory.instance.stringNode(value).toString();
  }
}
