package dev.baton.app.web.workflow;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.Ages;
import dev.baton.app.web.text.VisibleText;
import dev.baton.app.web.workflow.FieldView.ChoiceView;
import dev.baton.app.web.workflow.WorkflowList.Listed;
import dev.baton.mcp.internal.durable.RunRecords;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.fleet.ExecutorOffer;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.internal.record.StepStatus;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The workflows, the form that begins a run of one, and the runs that are open. */
public final class WorkflowPage {
  /** What the list shows. */
  record WorkflowsView(List<Listed> workflows, List<OpenRunView> runs) {
    boolean isWorking() {
      return runs.stream().anyMatch(OpenRunView::isWorking);
    }
  }

  /** A run that has not ended. */
  record OpenRunView(
      String id,
      String title,
      boolean isWorking,
      String symbol,
      String word,
      String detail,
      Instant since,
      String age) {
    static OpenRunView of(TaskRecord run, List<Listed> workflows, Instant now) {
      var name = WorkflowRuns.workflow(run);
      var isWorking = run.holder().isPresent();
      return new OpenRunView(
          run.id().value(),
          workflows.stream()
              .filter(it -> it.name().equals(name))
              .map(Listed::title)
              .findFirst()
              .orElse(VisibleText.of(name)),
          isWorking,
          isWorking ? "running" : "needs",
          isWorking ? "Running" : "Paused",
          steps(run),
          run.createdAt(),
          Ages.since(run.createdAt(), now));
    }

    private static String steps(TaskRecord run) {
      var all = RunRecords.steps(run).count();
      var done =
          RunRecords.steps(run)
              .filter(it -> it.path("status").asString("").equals(StepStatus.COMPLETED.wireName()))
              .count();
      return all == 0 ? "" : "%d of %d steps done".formatted(done, all);
    }
  }

  /** The form of one; what was typed comes back with what is wrong with it. */
  record WorkflowFormView(Listed workflow, List<FieldView> fields, Optional<String> problem) {}

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final WorkflowList workflows;
  private final WorkflowRuns runs;
  private final Clock clock;

  public WorkflowPage(
      Orchestrator orchestrator,
      Frames frames,
      WorkflowList workflows,
      WorkflowRuns runs,
      Clock clock) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.workflows = workflows;
    this.runs = runs;
    this.clock = clock;
  }

  public Route.Response list(Visit visit) {
    var frame = frames.frame(visit, Frame.Place.WORKFLOWS, "Workflows");
    var owner = visit.request().owner();
    var listed = workflows.list(owner);
    var now = clock.instant();
    var view =
        new WorkflowsView(
            listed,
            runs.listOpen(owner).stream().map(run -> OpenRunView.of(run, listed, now)).toList());
    return Html.page(out -> JteworkflowsGenerated.render(out, Html.PLAIN, frame, view));
  }

  public Route.Response show(Visit visit) {
    return show(visit, 200, load(visit), visit.query(), Optional.empty());
  }

  private Listed load(Visit visit) {
    return workflows.load(visit.request().owner(), visit.request().variable("name"));
  }

  private Route.Response show(
      Visit visit, int status, Listed workflow, Fields typed, Optional<String> problem) {
    var frame = frames.frame(visit, Frame.Place.WORKFLOWS, workflow.title());
    var view = new WorkflowFormView(workflow, fields(workflow, typed, frame), problem);
    return Html.page(status, out -> JteworkflowGenerated.render(out, Html.PLAIN, frame, view));
  }

  private List<FieldView> fields(Listed workflow, Fields typed, Frame frame) {
    var schema = workflow.tool().path("inputSchema");
    var required = schema.path("required").valueStream().map(JsonNode::asString).toList();
    return schema
        .path("properties")
        .propertyStream()
        .map(
            property -> {
              var name = property.getKey();
              return known(
                  FieldView.of(
                      "field-%s-%s".formatted(workflow.name(), name),
                      name,
                      name,
                      property.getValue(),
                      required.contains(name),
                      typed.text(name)),
                  frame);
            })
        .toList();
  }

  /** Projects and agents are chosen by their names; nobody knows their ids by heart. */
  private FieldView known(FieldView field, Frame frame) {
    if (!field.choices().isEmpty()) {
      return field;
    }
    if (field.name().equals("project_id")) {
      return field.choosing(
          "Project",
          frame.projects().stream()
              .map(it -> new ChoiceView(it.id().toString(), frame.name(it)))
              .toList());
    }
    return field.name().equals("executor") || field.name().endsWith("_executor")
        ? field.choosing(field.label(), agents())
        : field;
  }

  private List<ChoiceView> agents() {
    return orchestrator.nodes().listExecutors().stream()
        .map(ExecutorOffer::listing)
        .filter(it -> it.availability() instanceof Availability.Available)
        .map(it -> new ChoiceView(it.executor(), AgentNames.of(it.executor())))
        .toList();
  }

  public Route.Response begin(Visit visit) throws InterruptedException {
    var workflow = load(visit);
    try {
      var run =
          runs.begin(
              visit.request().owner(),
              workflow.toolName(),
              arguments(workflow.tool().path("inputSchema").path("properties"), visit.form()));
      return Route.Response.seeOther("/workflows/runs/" + run.value());
    } catch (ToolFailure failure) {
      return show(visit, 422, workflow, visit.form(), Optional.of(sentence(workflow, failure)));
    }
  }

  /** What is wrong with which fields; the failure itself if it is about none. */
  private static String sentence(Listed workflow, ToolFailure failure) {
    var properties = workflow.tool().path("inputSchema").path("properties");
    var problems =
        failure
            .toJson()
            .path("details")
            .path("problems")
            .valueStream()
            .flatMap(problem -> FieldView.problem(properties, problem).stream())
            .collect(Collectors.joining(" "));
    return problems.isEmpty() ? Sentences.of(failure) : problems;
  }

  /** What was filled in. */
  private static ObjectNode arguments(JsonNode properties, Fields form) {
    var arguments = Json.object();
    properties.forEachEntry(
        (name, schema) ->
            form.find(name)
                .ifPresent(
                    typed -> arguments.set(name, FieldView.value(FieldView.type(schema), typed))));
    return arguments;
  }
}
