package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ToolFacts;
import dev.baton.workflow.WorkflowArgument;
import dev.baton.workflow.WorkflowStep;
import dev.baton.workflow.internal.argument.ArgumentTemplates;
import dev.baton.workflow.internal.argument.Secrets;
import dev.baton.workflow.internal.record.BoundedText;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.Sentence;
import dev.baton.workflow.internal.record.StepRecord;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.internal.run.WorkflowHost;
import dev.baton.workflow.prompt.PromptRole;
import dev.baton.workflow.prompt.ResourceSnapshot;
import dev.baton.workflow.reference.DataSource;
import dev.baton.workflow.reference.ResourceHandle;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes the parts of a trace. Used once, by one thread. */
final class TraceWriter {
  private static final Logger LOG = LoggerFactory.getLogger(TraceWriter.class);

  private final RunOutcome outcome;
  private final SequentialWorkflow workflow;
  private final WorkflowHost host;
  private final Narration narration;
  private final Secrets secrets;
  private final ArgumentTemplates templates;
  private final ObjectNode given;
  private final ArgumentTemplates shown;
  private final List<TracePart> parts = new ArrayList<>();

  TraceWriter(RunOutcome outcome, WorkflowHost host, Narration narration) {
    this.outcome = outcome;
    this.workflow = outcome.workflow();
    this.host = host;
    this.narration = narration;
    this.secrets = Secrets.of(workflow, outcome.state().arguments());
    this.templates = new ArgumentTemplates(outcome.state().arguments(), outcome::outputIn);
    this.given = secrets.shown(outcome.state().arguments());
    this.shown =
        new ArgumentTemplates(
            given,
            name ->
                outcome.outputIn(name).or(() -> workflow.outputNamed(name).map(this::placeholder)));
  }

  private JsonNode placeholder(DataSource.StepOutput output) {
    return JsonNodeFactory.instance.stringNode("<%s>".formatted(output.shown()));
  }

  List<TracePart> write() {
    workflow.instructions().forEach(this::resource);
    user(intent());
    assistant(plan());
    workflow.steps().forEach(this::step);
    Handoff.text(outcome, narration).map(TracePart::assistant).ifPresent(parts::add);
    return parts;
  }

  private String intent() {
    var goal = Sentence.withoutStop(workflow.description().strip());
    var text =
        new StringBuilder("I want to ")
            .append(goal.isEmpty() ? "" : goal.substring(0, 1).toLowerCase(Locale.ROOT))
            .append(goal.isEmpty() ? "" : goal.substring(1))
            .append('.');
    if (!given.isEmpty()) {
      text.append("\nParameters:");
    }
    for (var argument : workflow.arguments()) {
      var name = argument.name().value();
      var value = given.get(name);
      if (value != null) {
        text.append("\n  - ").append(name).append(": ");
        text.append(quoted(asGiven(argument, value)));
      }
    }
    return text.toString();
  }

  private String asGiven(WorkflowArgument argument, JsonNode value) {
    return Optional.ofNullable(narration.given().get(argument.name().value()))
        .filter(text -> !argument.secret())
        .map(secrets::hide)
        .orElseGet(() -> ArgumentTemplates.text(value));
  }

  private static String quoted(String text) {
    return JsonNodeFactory.instance.stringNode(text).toString();
  }

  private String plan() {
    var text = new StringBuilder("Here's my plan:");
    for (int i = 0; i < workflow.steps().size(); i++) {
      text.append("\n%d. ".formatted(i + 1)).append(planned(workflow.steps().get(i)));
    }
    return text.toString();
  }

  private String planned(WorkflowStep step) {
    if (step.tool().isPresent()) {
      var name = step.tool().get().name();
      return line(name, host.findTool(name).map(ToolFacts::description).orElse(""));
    }
    var count = step.resources().size();
    return line(
        step.name().value(),
        step.guidance().map(shown::text).orElse("read " + Sentence.counted(count, "resource")));
  }

  private static String line(String name, String description) {
    var sentence = Sentence.first(description);
    return sentence.isEmpty() ? name : "%s - %s".formatted(name, sentence);
  }

  private void step(WorkflowStep step) {
    var record = outcome.state().step(step.name());
    var isTold = record.status() == StepStatus.COMPLETED || record.status() == StepStatus.FAILED;
    // why: who takes over needs what the step was given, though it has not run
    if (isTold || isStoppedAt(step)) {
      step.guidance().map(shown::text).ifPresent(this::assistant);
      step.resources().forEach(this::resource);
    }
    record
        .whyLeftOut()
        .ifPresent(
            why ->
                assistant(
                    "Skipping step '%s': %s.".formatted(step.name(), Sentence.withoutStop(why))));
    if (isTold) {
      step.tool().ifPresent(tool -> call(tool.name(), record));
    }
  }

  private boolean isStoppedAt(WorkflowStep step) {
    return outcome.state().pause().map(PauseReason::step).filter(step.name()::equals).isPresent();
  }

  private void call(String tool, StepRecord record) {
    record
        .call()
        .ifPresent(
            arguments ->
                parts.add(
                    TracePart.assistant(
                        JsonText.pretty(
                            "Calling tool '%s' with parameters:".formatted(tool),
                            arguments,
                            narration.messageBytes()))));
    record
        .result()
        .ifPresent(
            result ->
                parts.add(
                    TracePart.user(
                        JsonText.pretty(
                            "Tool result:", secrets.hide(result), narration.messageBytes()))));
    record
        .failure()
        .ifPresent(why -> user("Error executing tool: " + secrets.hideInWords(why.message())));
  }

  private void resource(ResourceHandle resource) {
    if (resource.variables().stream()
        .anyMatch(it -> workflow.outputNamed(it).isPresent() && outcome.outputIn(it).isEmpty())) {
      // why: which one it is nobody knows before that step has run
      return;
    }
    var uri = templates.uri(resource.uri().value());
    var shownUri = shown.uri(resource.uri().value());
    try {
      host.read(uri)
          .ifPresentOrElse(
              contents -> contents.forEach(it -> copy(it, it.uri().equals(uri), shownUri)),
              () ->
                  user(
                      "Error reading resource '%s': this server has none with this URI."
                          .formatted(shownUri)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      parts.add(TracePart.link(shownUri));
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "A resource of workflow {} cannot be embedded, a link to it is: {}",
          workflow.name(),
          secrets.hide(e.toString()));
      parts.add(TracePart.link(shownUri));
    }
  }

  private void copy(ResourceSnapshot content, boolean isAsked, String shownUri) {
    var uri = isAsked ? shownUri : secrets.hide(content.uri());
    parts.add(TracePart.copy(shown(content, uri)));
  }

  private ResourceSnapshot shown(ResourceSnapshot content, String uri) {
    return new ResourceSnapshot(
        uri,
        content.mimeType(),
        content.binary() ? content.data() : bounded(secrets.hide(content.data())),
        content.binary());
  }

  private void user(String text) {
    add(PromptRole.USER, text);
  }

  private void assistant(String text) {
    add(PromptRole.ASSISTANT, text);
  }

  private void add(PromptRole role, String text) {
    var shown = bounded(text);
    parts.add(role == PromptRole.USER ? TracePart.user(shown) : TracePart.assistant(shown));
  }

  private String bounded(String text) {
    return BoundedText.of(text, narration.messageBytes());
  }
}
