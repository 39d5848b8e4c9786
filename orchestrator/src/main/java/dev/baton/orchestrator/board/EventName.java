package dev.baton.orchestrator.board;

import dev.baton.mcp.protocol.Json;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The kinds of events on the board, each with its fields and their types. */
public enum EventName {
  PROJECT_CREATED("name: string"),
  /** The project itself was changed, one of its repositories, or a label. */
  PROJECT_CHANGED(
      "name?: string",
      "repo?: string",
      "label?: string",
      "auto_start_limit?: integer",
      "auto_start_paused?: boolean",
      "reason?: string"),
  TASK_CREATED("number: integer", "title: string", "status: string"),
  /**
   * A task was changed; if several were archived at once, the event has no task and says how many.
   */
  TASK_CHANGED(
      "title?: string",
      "archived?: boolean",
      "status?: string",
      "count?: integer",
      "auto_start_problem?: string"),
  TASK_DELETED("status: string"),
  ATTEMPT_CREATED("executor: string", "state: string"),
  /** It runs, waits, has come to its end, or failed. */
  ATTEMPT_STATE("state: string", "failure_summary?: string"),
  ATTEMPT_NEEDS_INPUT("approval_id: string", "tool_name: string", "summary: string"),
  /** A question of the agent was answered, or nobody answered it in time. */
  ATTEMPT_ANSWERED(
      "approval_id: string", "status: string", "remembered: boolean", "decision?: string"),
  /** Messages were queued, sent or taken back. */
  ATTEMPT_QUEUE("turn?: integer", "held?: boolean", "cancelled?: boolean", "in_line?: boolean"),
  /** It has the news of its target branches, or others. */
  ATTEMPT_UPDATED("targets: array"),
  /** It goes on on another node, or what was done on the one before was kept. */
  ATTEMPT_MOVED("from?: string", "to?: string", "kept?: array"),
  ATTEMPT_DELETED,
  /** Drafts of comments on it were made, changed or removed; only their author can read them. */
  ATTEMPT_COMMENTS,
  PROCESS_STARTED("execution_process_id: string", "reason: string", "status: string"),
  PROCESS_ENDED("execution_process_id: string", "reason: string", "status: string"),
  TURN_ENDED("turn: integer"),
  MERGE_DONE("merges: array"),
  /** Its branch was pushed, or its pull request, the checks or reviewers' comments changed. */
  ATTEMPT_PULL_REQUEST(
      "repo_name: string",
      "state: string",
      "checks: string",
      "comments: integer",
      "number?: integer",
      "url?: string"),
  /** A budget is nearly used up, or used up; of a task, a project or the day. */
  BUDGET_WARNING(
      "of: string",
      "budget_usd: number",
      "spent_usd: number",
      "known: boolean",
      "exceeded: boolean",
      "status?: string"),
  /** There is more to read in the log of an attempt. A signal only: it is never stored. */
  ATTEMPT_ENTRIES("latest_index: integer");

  private final String fields;

  /** A field that is not always there has a question mark. */
  EventName(String... fields) {
    this.fields = String.join("\n", fields);
  }

  /** The schema of what is said of it. */
  public ObjectNode schema() {
    var schema = Json.object().put("type", "object");
    var properties = schema.putObject("properties");
    var required = schema.putArray("required");
    for (var field : fields.lines().toList()) {
      var end = field.indexOf(": ");
      var name = field.substring(0, end).replace("?", "");
      properties.putObject(name).put("type", field.substring(end + 2));
      if (!field.startsWith(name + "?")) {
        required.add(name);
      }
    }
    return schema.put("additionalProperties", false);
  }

  /** The name that readers know: {@code attempt.needs_input}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replaceFirst("_", ".");
  }

  public static Optional<EventName> find(String wireName) {
    return Stream.of(values()).filter(name -> name.wireName().equals(wireName)).findFirst();
  }
}
