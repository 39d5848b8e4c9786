package dev.baton.app.web.frame;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Failures in words for people, who have buttons and no tools. */
public final class Sentences {
  /** A hint that speaks of calls is for models. */
  private static final Pattern CALL =
      Pattern.compile(
          "\\b(?!token_file\\b|token_env\\b)_?[a-z]+(_[a-z]+)+\\b|\\b[Cc]alls?\\b|\\bTRUSTED\\b|\\bAsk"
              + " the user\\b");

  /** A message that begins with the name of a field, or of a part of it. */
  private static final Pattern FIELD =
      Pattern.compile(
          "^(title|description|labels|name|new_name|prompt|message|budget|limit|reason|text|result|target_branch|body)(/[0-9]+)?(?="
              + " (?:is|has) )");

  /** What a database says of itself, in brackets behind what it means. */
  private static final Pattern CAUSE = Pattern.compile(" \\(\\[[A-Z_]+].*\\)");

  private Sentences() {}

  /** What happened, and the next step. */
  public static String of(ToolFailure failure) {
    return isBlocker(failure)
        ? "Blocked by: "
            + of(failure, "Write numbers such as #41 or shop#41 there, or leave it empty")
        : of(failure, step(failure));
  }

  /** Whether a name in the field for what blocks a task means none. */
  private static boolean isBlocker(ToolFailure failure) {
    return failure.details().get("problems") instanceof List<?> problems
        && problems.stream().anyMatch(it -> it.toString().contains("\"/blocked_by/"));
  }

  /** What happened, and a next step that the page knows better. */
  public static String of(ToolFailure failure, String step) {
    return "%s %s".formatted(whole(message(failure)), whole(step));
  }

  private static String message(ToolFailure failure) {
    return switch (failure.code().wireName()) {
      case "idempotency_conflict" -> "this form was sent before, with other words";
      case "idempotency_in_progress" -> "this form was sent before, and is being worked on";
      default -> happened(CAUSE.matcher(String.valueOf(failure.getMessage())).replaceAll(""));
    };
  }

  /** What happened; how to go on by calls is for models, where it stands behind it. */
  private static String happened(String message) {
    var end = message.lastIndexOf("; get the prompt");
    return spoken(end < 0 ? message : message.substring(0, end));
  }

  /** A field that is called as in a call, as people see it: the title, one of the labels. */
  private static String spoken(String message) {
    var found = FIELD.matcher(message);
    if (!found.find()) {
      return message;
    }
    var field = found.group().replace('_', ' ').split("/", -1);
    return (field.length == 1 ? "the " : "one of the ") + field[0] + message.substring(found.end());
  }

  /** What of a hint is for people, and not for models. */
  public static String forPeople(String hint) {
    return Stream.of(hint.split("; ", -1))
        .filter(part -> !CALL.matcher(part).find())
        .collect(Collectors.joining("; "));
  }

  private static String step(ToolFailure failure) {
    var forPeople = forPeople(failure.hint());
    // why: what to type does not help who sees a page with buttons for it
    if (failure.code().equals(BoardFailureCode.BUDGET_EXCEEDED)) {
      return more(String.valueOf(failure.details().get("of")))
          + ", or allow one more turn, under Budget on the task's page";
    }
    return forPeople.isEmpty() ? step(failure.code().wireName()) : forPeople;
  }

  /** Where there is more to spend. */
  private static String more(String of) {
    return switch (of) {
      case "project" -> "Raise the budget of the project on its Insights page";
      case "day" -> "Raise budget.day in config.yaml, wait until tomorrow";
      default -> "Raise the budget";
    };
  }

  /** The next step of somebody who sees a page. */
  private static String step(String code) {
    return switch (code) {
      case "not_found" -> "Somebody may have deleted it: go back to the board and look there";
      case "attempt_busy" -> "Wait until the agent is done, or stop it first";
      case "no_session" -> "Wait until its agent has begun, then send it again";
      case "session_lost" -> "Send it again: the agent then begins a new conversation";
      case "executor_unavailable", "executor_not_found" ->
          "Choose another agent, or see what 'baton doctor' says of this one";
      case "storage_unavailable" ->
          "Try again in a few seconds; if it fails again, see that the disk has room and that the"
              + " database can be reached";
      case "target_dirty", "git_conflict" -> "Put that in order, then try again";
      case "attempt_failed" -> "Look at what failed; it can be brought home all the same";
      case "idempotency_conflict" ->
          "Look at what came of it; if you want this, too, send it again";
      case "already_done", "idempotency_in_progress" -> "Load the page again to see how it stands";
      case "ambiguous_target" -> "Name it with its project, such as shop#41";
      case "node_unavailable" -> "Another server has it: wait until that one is back";
      case "forge_unavailable" -> "Put that in order, then try again, or merge the work here";
      case "internal" -> "The log of the server says more";
      default -> "Change that, then send it again";
    };
  }

  /** Words that begin in the middle of a sentence, as a sentence of their own. */
  public static String whole(String words) {
    return ended(Character.toUpperCase(words.charAt(0)) + words.substring(1));
  }

  private static String ended(String text) {
    return text.endsWith(".") || text.endsWith("?") || text.endsWith("!") ? text : text + ".";
  }
}
