package dev.baton.app.web.task;

import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Uploads;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.task.TaskView.Chosen;
import dev.baton.app.web.task.TaskView.Problem;
import dev.baton.app.web.text.ModelFields;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.shipping.AttemptMerges.MergeRequest;
import dev.baton.workflow.internal.record.Sentence;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Lets people act on an attempt. A refusal is shown where the action was asked for. */
public final class AttemptForms {
  private final Orchestrator orchestrator;
  private final OneTaskPage page;

  public AttemptForms(Orchestrator orchestrator, OneTaskPage page) {
    this.orchestrator = orchestrator;
    this.page = page;
  }

  /** Sends a message; one that comes while the agent works is queued, never lost. */
  public Route.Response followUp(Visit visit) {
    return page.act(
        visit,
        Problem.Place.FOLLOW_UP,
        attemptId -> {
          var uploads = new Uploads(orchestrator, visit);
          var images = uploads.addForMessage(attemptId);
          var followUp =
              new FollowUp(
                  FollowUpTarget.attempt(attemptId),
                  visit.form().text("prompt"),
                  visit.form().find("variant"),
                  ModelFields.read(visit.form(), ""),
                  images);
          try {
            return send(visit, followUp);
          } catch (ToolFailure failure) {
            uploads.drop(images);
            throw failure;
          }
        });
  }

  private String send(Visit visit, FollowUp followUp) {
    if (visit.form().has("queue")) {
      orchestrator.followUps().queue(visit.caller(), followUp);
      return "Queued";
    }
    try {
      orchestrator.followUps().send(visit.caller(), followUp);
      return "Sent";
    } catch (ToolFailure failure) {
      if (!failure.code().equals(FailureCode.BUSY)) {
        throw failure;
      }
      orchestrator.followUps().queue(visit.caller(), followUp);
      return "Queued";
    }
  }

  public Route.Response clearQueue(Visit visit) {
    return page.act(
        visit,
        Problem.Place.FOLLOW_UP,
        attemptId -> {
          var cancelled =
              orchestrator.followUps().cancel(FollowUpTarget.attempt(attemptId)).cancelled();
          return Sentence.counted(cancelled, "message") + " removed";
        });
  }

  /** Removes one message that waits. */
  public Route.Response removeQueued(Visit visit) {
    return page.act(
        visit,
        Problem.Place.FOLLOW_UP,
        attemptId -> {
          var ignored =
              orchestrator
                  .followUps()
                  .cancel(FollowUpTarget.attempt(attemptId), visit.requireId("message"));
          return "1 message removed";
        });
  }

  /** Sends one message that waits; the turn under way is stopped for it. */
  public Route.Response sendQueued(Visit visit) {
    return page.act(
        visit,
        Problem.Place.FOLLOW_UP,
        attemptId -> {
          var sent =
              orchestrator
                  .followUps()
                  .sendQueued(
                      visit.caller(),
                      FollowUpTarget.attempt(attemptId),
                      visit.requireId("message"));
          return sent.executionProcessId().isPresent() ? "Sent" : "It is next in line";
        });
  }

  /** Goes on with it on another node. */
  public Route.Response move(Visit visit) {
    return page.act(
        visit,
        Problem.Place.HEAD,
        attemptId ->
            "Goes on at "
                + orchestrator.nodes().move(attemptId, visit.form().find("to").orElse("")).to());
  }

  public Route.Response stop(Visit visit) {
    return page.act(
        visit,
        Problem.Place.HEAD,
        attemptId -> {
          orchestrator
              .attempts()
              .stop(attemptId, visit.form().has("force"), visit.request().owner());
          return "Stopped";
        });
  }

  /** Merges, and deletes the attempt if that was asked for: then its task is shown. */
  public Route.Response merge(Visit visit) {
    var taskId = orchestrator.attempts().load(visit.requireId("attempt")).taskId();
    var merged = mergeOnly(visit);
    if (merged.status() >= 400 || !visit.form().has("delete")) {
      return merged;
    }
    var ignored = orchestrator.deletions().deleteAttempt(visit.requireId("attempt"));
    return visit.isScript() ? merged : Route.Response.seeOther("/tasks/" + taskId);
  }

  private Route.Response mergeOnly(Visit visit) {
    return page.act(
        visit,
        Problem.Place.MERGE,
        attemptId -> {
          var form = visit.form();
          form.find("into").ifPresent(shown -> requireTargets(attemptId, shown));
          var merged =
              orchestrator
                  .merges()
                  .merge(
                      new MergeRequest(
                          attemptId,
                          Optional.empty(),
                          form.find("strategy")
                              .map(AttemptForms::strategy)
                              .orElse(MergeStrategy.SQUASH),
                          form.find("message"),
                          form.has("force")));
          return "Merged into "
              + String.join(
                  ", ", merged.merges().stream().map(it -> it.targetBranch()).distinct().toList());
        });
  }

  /** Nobody merges into another branch than the form said, because somebody moved the attempt. */
  private void requireTargets(UUID attemptId, String shown) {
    var targets = MergePage.targets(orchestrator.attempts().context(attemptId).repos());
    if (!targets.equals(shown)) {
      throw ToolFailure.invalid(
          "The attempt goes into %s now, and the form said %s; nothing was merged"
              .formatted(targets, shown),
          "Load the page again to see what a merge does now, then merge");
    }
  }

  private static MergeStrategy strategy(String name) {
    return Stream.of(MergeStrategy.values())
        .filter(it -> it.wireName().equals(name))
        .findFirst()
        .orElseThrow(() -> Visit.foreign("strategy", name));
  }

  /** Deletes one attempt; the others of its task stay, and are shown then. */
  public Route.Response delete(Visit visit) {
    var attemptId = visit.requireId("attempt");
    var taskId = orchestrator.attempts().load(attemptId).taskId();
    try {
      var kept = orchestrator.deletions().deleteAttempt(attemptId).keptRefs();
      return visit.isScript()
          ? Html.said("The attempt is deleted")
          : Route.Response.seeOther(
              "/tasks/%s?deleted=1%s".formatted(taskId, KeptWork.query(kept)));
    } catch (ToolFailure failure) {
      return page.refused(visit, Chosen.attempt(taskId, attemptId), Problem.Place.HEAD, failure);
    }
  }

  public Route.Response startDevServer(Visit visit) {
    return page.act(
        visit,
        Problem.Place.HEAD,
        attemptId -> {
          orchestrator.devServers().start(attemptId);
          return "The dev server starts";
        });
  }

  public Route.Response stopDevServer(Visit visit) {
    return page.act(
        visit,
        Problem.Place.HEAD,
        attemptId -> {
          var ignored = orchestrator.devServers().stop(attemptId);
          return "The dev server is stopped";
        });
  }
}
