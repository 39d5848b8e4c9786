package dev.baton.orchestrator.transfer;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * A table whose rows are moved. All of its columns are, also those that it gets later.
 *
 * @param name of the table, which is what its lines are called
 * @param key the columns that tell its rows apart
 * @param own columns that each board has its own values for, also those that its server finds out
 *     by itself, so that rows are the same without them
 * @param rest how a row is when nothing runs
 */
record MovedTable(String name, List<String> key, Set<String> own, AtRest rest) {
  /** What is not moved, and why. */
  static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("event", "what happened at this board, numbered by it"),
          Map.entry("node", "the servers of this database"),
          Map.entry("node_call", "calls between the servers of this database"),
          Map.entry("notice_receiver", "who is told of what happens at this board, and how far"),
          Map.entry("notice_retry", "what a receiver of this board has yet to be told"),
          Map.entry("stored_request", "answers for calls that are repeated at this server"),
          Map.entry("process_input", "lines for programs that run"),
          Map.entry("merge_intent", "a merge that is under way"),
          Map.entry("attempt_update", "an update that is under way"),
          Map.entry("pulled_attempt", "attempts whose outcome is to be counted here"),
          Map.entry("automatic_attempt", "attempts that this server may withdraw"),
          Map.entry("scheduled_tasks", "what this server does next"),
          Map.entry("mcp_task", "calls of clients of this server"),
          Map.entry("mcp_task_result", "calls of clients of this server"),
          Map.entry("baton_migration", "the form of this database"));

  static final String PROJECT = "project";
  static final String REPO = "repo";
  static final String BOARD_TASK = "board_task";
  static final String TASK_BLOCKER = "task_blocker";
  static final String ATTEMPT = "attempt";
  static final String LOG_ENTRY = "log_entry";

  static final String ID = "id";
  private static final String STATUS = "status";
  private static final String UPDATED_AT = "updated_at";
  private static final String NEXT_ENTRY = "next_normalized_index";
  private static final String RUNNING = "running";
  private static final String FAILURE_SUMMARY = "failure_summary";
  private static final String WAS_RUNNING = "It was running when the board was exported";

  /** In the order in which rows need each other. */
  static final List<MovedTable> ALL =
      List.of(
          new MovedTable(PROJECT, List.of(ID), Set.of("last_task_number"), (_, _) -> {}),
          new MovedTable(REPO, List.of(ID), Set.of("home"), (row, _) -> row.remove("home")),
          plain("label", ID),
          new MovedTable(BOARD_TASK, List.of(ID), Set.of("position"), (_, _) -> {}),
          plain("issue", "project_id", "link"),
          plain("task_label", "task_id", "label_id"),
          plain(TASK_BLOCKER, "task_id", "blocker_id"),
          plain("task_auto_start", "task_id"),
          plain("project_auto_start", "project_id"),
          new MovedTable(
              ATTEMPT,
              List.of(ID),
              Set.of(
                  "node",
                  "wanted_node",
                  "root",
                  "conflict_target",
                  "conflict_files",
                  "conflict_at"),
              MovedTable::attemptAtRest),
          plain("attempt_repo", "attempt_id", "repo_id"),
          plain("task_merge", "attempt_id", "repo_id", "commit_id"),
          plain("agent_session", ID),
          new MovedTable("turn", List.of(ID), Set.of(), MovedTable::turnAtRest),
          plain("turn_commit", "turn_id", "repo_id"),
          plain("image", ID),
          plain("image_piece", "image_id", "piece"),
          plain("turn_image", "turn_id", "place"),
          new MovedTable("execution_process", List.of(ID), Set.of(), MovedTable::processAtRest),
          plain("session_message", "session_id", "message_index"),
          new MovedTable("approval", List.of(ID), Set.of(), MovedTable::approvalAtRest),
          plain("review_comment", ID),
          plain("review_mark", "attempt_id", "person", "path"),
          plain("review_look", "attempt_id", "person"),
          // why: a server reads these from the forge by itself
          new MovedTable(
              "pull_request",
              List.of("attempt_id", "repo_id"),
              Set.of("number", "url", "state", "checks", "begun_at", "looked_at", "closed_at"),
              (_, _) -> {}),
          new MovedTable(
              "pull_request_comment",
              List.of("attempt_id", "repo_id", "comment_id"),
              Set.of("author", "path", "line", "body"),
              (_, _) -> {}),
          plain("agent_cost", "process_id"),
          plain(LOG_ENTRY, "attempt_id", "channel", "entry_index"));

  /** Where rows stand, by table: it changes by itself when a pull request is merged. */
  private static final Map<String, Set<String>> STANDING =
      Map.of(
          BOARD_TASK, Set.of(STATUS, UPDATED_AT),
          ATTEMPT, Set.of("queue_held", UPDATED_AT));

  /** What people wish of a task or a project; it is taken away when it is done or given up. */
  private static final Set<String> WISHES =
      Set.of("task_label", TASK_BLOCKER, "task_auto_start", "project_auto_start");

  /** Changes a row to what it is when nothing runs. */
  interface AtRest {
    void change(ObjectNode row, long now);
  }

  private static MovedTable plain(String name, String... key) {
    return new MovedTable(name, List.of(key), Set.of(), (_, _) -> {});
  }

  static Optional<MovedTable> find(String name) {
    return ALL.stream().filter(table -> table.name().equals(name)).findFirst();
  }

  /** Whether there can be very many rows, which are then written together. */
  boolean isLong() {
    return name.equals(LOG_ENTRY) || name.equals("session_message");
  }

  /** Whether a row that is gone from here is gone for good. */
  boolean isWish() {
    return WISHES.contains(name);
  }

  /** Whether a row may be this one though it has another value there. */
  boolean mayDiffer(String column, ObjectNode moved, ObjectNode here) {
    return own.contains(column)
        || (STANDING.getOrDefault(name, Set.of()).contains(column)
            && isMore(UPDATED_AT, moved, here))
        // why: a server adds to the log what it finds out
        || (column.equals(NEXT_ENTRY) && isMore(column, moved, here));
  }

  private static boolean isMore(String column, ObjectNode moved, ObjectNode here) {
    return here.path(column).asLong(0) > moved.path(column).asLong(0);
  }

  private static void attemptAtRest(ObjectNode row, long now) {
    // why: it is the server that exports which drives it
    row.remove("node");
    row.remove("wanted_node");
    if (row.has("ticket")) {
      row.put("queue_held", 1);
      row.remove("ticket");
    }
    if (is(row, "state", RUNNING)) {
      row.put("state", "failed").put(FAILURE_SUMMARY, WAS_RUNNING).put("queue_held", 1);
    }
  }

  private static void turnAtRest(ObjectNode row, long now) {
    if (is(row, STATUS, "active")) {
      row.put(STATUS, "done").put("ended_at", now).put(FAILURE_SUMMARY, WAS_RUNNING);
    }
  }

  private static void processAtRest(ObjectNode row, long now) {
    row.remove("token_hash");
    if (is(row, STATUS, RUNNING)) {
      row.put(STATUS, "killed").put("ended_at", now).put(FAILURE_SUMMARY, WAS_RUNNING);
    }
  }

  private static void approvalAtRest(ObjectNode row, long now) {
    if (is(row, STATUS, "pending")) {
      row.put(STATUS, "withdrawn");
    }
  }

  private static boolean is(ObjectNode row, String column, String value) {
    return row.path(column).asString("").equals(value);
  }
}
