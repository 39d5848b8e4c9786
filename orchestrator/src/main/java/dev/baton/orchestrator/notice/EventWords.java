package dev.baton.orchestrator.notice;

import dev.baton.orchestrator.board.BoardEvent;
import dev.baton.orchestrator.cost.Dollars;
import dev.baton.workflow.internal.record.Sentence;
import java.math.BigDecimal;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** Tells in one sentence what happened. */
public final class EventWords {
  private final ObjectNode data;
  private final UnaryOperator<String> agentName;

  private EventWords(ObjectNode data, UnaryOperator<String> agentName) {
    this.data = data;
    this.agentName = agentName;
  }

  /**
   * A sentence without an end.
   *
   * @param agentName how people call an executor
   */
  public static String of(BoardEvent event, UnaryOperator<String> agentName) {
    return new EventWords(event.data(), agentName).words(event);
  }

  private String words(BoardEvent event) {
    return switch (event.name()) {
      case PROJECT_CREATED -> "Project '%s' was added".formatted(text("name"));
      case PROJECT_CHANGED -> project();
      case TASK_CREATED -> "Task was added: " + text("title");
      case TASK_CHANGED -> task();
      case TASK_DELETED -> "Task was deleted";
      case ATTEMPT_CREATED ->
          "An attempt of %s was made".formatted(agentName.apply(text("executor")));
      case ATTEMPT_STATE -> state();
      case ATTEMPT_NEEDS_INPUT ->
          "The agent asks: " + (text("summary").isEmpty() ? text("tool_name") : text("summary"));
      case ATTEMPT_ANSWERED -> answer();
      case ATTEMPT_QUEUE -> queue();
      case ATTEMPT_UPDATED -> "Brought up to date with " + branches("targets");
      case ATTEMPT_MOVED ->
          data.has("to")
              ? "Goes on on %s".formatted(text("to"))
              : "What was done on %s is kept".formatted(text("from"));
      case ATTEMPT_DELETED -> "An attempt was deleted";
      case ATTEMPT_COMMENTS -> "Comments were written or removed";
      case PROCESS_STARTED -> program() + " was started";
      case PROCESS_ENDED -> program() + ended();
      case TURN_ENDED -> "Turn %s has ended".formatted(text("turn"));
      case MERGE_DONE -> "Merged into " + branches("merges");
      case ATTEMPT_PULL_REQUEST -> pullRequest();
      case BUDGET_WARNING -> budget();
      case ATTEMPT_ENTRIES -> "The agent said more";
    };
  }

  private String text(String field) {
    return data.path(field).asString("");
  }

  private boolean is(String field) {
    return data.path(field).asBoolean(false);
  }

  private String project() {
    if (data.has("repo")) {
      return "Repository '%s' was added or changed".formatted(text("repo"));
    }
    if (data.has("label")) {
      return "Label '%s' was made or changed".formatted(text("label"));
    }
    if (is("auto_start_paused")) {
      return "Takes no more tasks by itself: " + text("reason");
    }
    return data.has("auto_start_limit")
        ? "How it takes tasks by itself was changed"
        : "Project was changed";
  }

  private String task() {
    if (data.has("count")) {
      var count = data.path("count").asInt(0);
      return "%s %s"
          .formatted(
              Sentence.counted(count, "done task was", "done tasks were"),
              is("archived") ? "archived" : "put back on the board");
    }
    if (data.has("auto_start_problem")) {
      return "Could not start by itself: " + text("auto_start_problem");
    }
    return is("archived") ? "Task was archived" : "Task was changed or moved";
  }

  private String state() {
    return switch (text("state")) {
      case "idle" -> "Waits in line";
      case "running" -> "The agent is at work";
      case "completed" -> "The agent has finished";
      case "failed" ->
          text("failure_summary").isEmpty() ? "Failed" : "Failed: " + text("failure_summary");
      default -> "Attempt is " + text("state");
    };
  }

  private String answer() {
    return switch (text("status")) {
      case "expired" -> "Nobody answered in time, which is a no";
      case "withdrawn" -> "The agent no longer waits for an answer";
      default -> text("decision").equals("deny") ? "Denied" : "Approved or answered";
    };
  }

  private String queue() {
    if (data.has("in_line")) {
      return is("in_line") ? "Waits in line" : "Left the line";
    }
    if (data.has("held")) {
      return is("held") ? "Queued messages are held" : "Queued messages go on";
    }
    return is("cancelled") ? "Queued messages were taken back" : "A message was queued or sent";
  }

  private String branches(String field) {
    return data.path(field)
        .valueStream()
        .map(each -> each.path("target_branch").asString(""))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private String program() {
    return switch (text("reason")) {
      case "setupscript" -> "Setup script";
      case "cleanupscript" -> "Cleanup script";
      case "devserver" -> "Dev server";
      default -> "Agent";
    };
  }

  private String ended() {
    return switch (text("status")) {
      case "failed" -> " has failed";
      case "killed" -> " was stopped";
      default -> " has ended";
    };
  }

  private String pullRequest() {
    var name = data.has("number") ? "Pull request #" + text("number") : "Branch";
    var state = text("state").equals("none") ? "pushed" : text("state");
    var checks = text("checks").equals("none") ? "" : ", checks " + text("checks");
    return "%s: %s%s".formatted(name, state, checks);
  }

  private String budget() {
    return "%s%s of %s spent, the budget of the %s%s"
        .formatted(
            // why true where it is missing: events of older programs do not say it
            data.path("known").asBoolean(true) ? "" : "At least ",
            dollars("spent_usd"),
            dollars("budget_usd"),
            text("of"),
            is("exceeded") ? "; no new turn begins" : "");
  }

  private String dollars(String field) {
    return Dollars.words(data.path(field).asDecimal(BigDecimal.ZERO));
  }
}
