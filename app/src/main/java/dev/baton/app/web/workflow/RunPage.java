package dev.baton.app.web.workflow;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.VisibleText;
import dev.baton.app.web.workflow.WorkflowList.Listed;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.task.TaskId;
import dev.baton.task.TaskKind;
import dev.baton.task.TaskRecord;

/** A run of a workflow: its steps, and how it goes on. */
public final class RunPage {
  /** What somebody does with a run. */
  @FunctionalInterface
  private interface RunAction {
    void apply(TaskRecord run);
  }

  private final Orchestrator orchestrator;
  private final Frames frames;
  private final WorkflowList workflows;
  private final WorkflowRuns runs;

  public RunPage(
      Orchestrator orchestrator, Frames frames, WorkflowList workflows, WorkflowRuns runs) {
    this.orchestrator = orchestrator;
    this.frames = frames;
    this.workflows = workflows;
    this.runs = runs;
  }

  public Route.Response show(Visit visit) {
    var task = load(visit);
    return runs.findRun(task)
        .map(run -> Route.Response.seeOther(address(run)))
        .orElseGet(() -> page(visit, 200, view(task)));
  }

  private TaskRecord load(Visit visit) {
    return runs.load(visit.request().owner(), new TaskId(visit.requireId("run").toString()));
  }

  private static String address(TaskId run) {
    return "/workflows/runs/" + run.value();
  }

  private WorkflowRunView view(TaskRecord task) {
    var name = WorkflowRuns.workflow(task);
    var title = workflows.find(task.owner(), name).map(Listed::title).orElse(VisibleText.of(name));
    var tools = workflows.tools(task.owner());
    return task.kind() == TaskKind.WORKFLOW_RUN
        ? WorkflowRunView.of(
            task,
            title,
            runs.status(task),
            runs.shown(task),
            tools,
            it -> RunSubject.find(orchestrator, it))
        : WorkflowRunView.of(task, title, tools);
  }

  private Route.Response page(Visit visit, int status, WorkflowRunView view) {
    var frame = frames.frame(visit, Frame.Place.WORKFLOWS, view.title());
    return Html.page(status, out -> JterunGenerated.render(out, Html.PLAIN, frame, view));
  }

  /** Goes on, with what was filled in for the steps that are left. */
  public Route.Response resume(Visit visit) {
    var before = view(load(visit)).remaining();
    var form = RemainingView.changed(visit.form(), before);
    var answer =
        change(
            visit,
            form,
            run ->
                runs.resume(
                    run,
                    RemainingView.inputs(runs.status(run), workflows.tools(run.owner()), form)));
    if (answer.status() != 303) {
      return answer;
    }
    var after = view(load(visit));
    return after
        .whyAgain(before, form)
        .map(why -> page(visit, 422, after.refused(why, form)))
        .orElse(answer);
  }

  public Route.Response complete(Visit visit) {
    return change(
        visit, visit.form(), run -> runs.complete(run, visit.form().find("result").orElse("Done")));
  }

  public Route.Response cancel(Visit visit) {
    return change(visit, visit.form(), runs::cancel);
  }

  private Route.Response change(Visit visit, Fields form, RunAction action) {
    var run = load(visit);
    try {
      action.apply(run);
      return Route.Response.seeOther(address(run.id()));
    } catch (ToolFailure failure) {
      return page(visit, 422, view(load(visit)).refused(Sentences.of(failure), form));
    }
  }
}
