package dev.baton.orchestrator.tools;

/** What is said of fields that many tools have. */
final class FieldText {
  static final String LIMIT =
      "Most items of a page, 1 to 200 (more is cut to 200). Default 50. A page also ends at 10 kB,"
          + " with limit at 30 kB";
  static final String CURSOR =
      "next_cursor of the page before of this list, as it is, for older items";
  static final String NEXT_CURSOR = "cursor for the next page of older items; null at the end";
  static final String COUNT = "Number of items in this answer";
  static final String REQUEST_ID =
      "Key of your choice, 1 to 128 characters: repeated with the same arguments, the call does"
          + " nothing again and answers the same, for 7 days";

  static final String PROJECT_ID = "Project, UUID from list_projects";
  static final String TASK_ID = "Task, UUID from list_tasks";
  static final String ATTEMPT_ID = "Attempt, UUID from list_task_attempts";
  static final String VARIANT =
      "Variant from list_executors: DEFAULT (may only edit files), NO_CONTEXT (new conversation),"
          + " PLAN (edits nothing), APPROVALS (asks the user first), TRUSTED (runs any command,"
          + " unasked) or one of the user's own";

  static final String ID_OF_PROJECT = "The project";
  static final String ID_OF_TASK = "The task";
  static final String ID_OF_ATTEMPT = "The attempt";
  static final String ID_OF_SESSION = "The session";
  static final String ID_OF_PROCESS = "The process that was started";
  static final String TITLE = "Title";
  static final String NUMBER = "Number in its project, shown as #41";
  static final String LABELS_OF_TASK = "Names of its labels";
  static final String PRIORITY = "Priority";
  static final String BLOCKED_BY_OPEN = "Tasks that it waits for";
  static final String IS_ARCHIVED = "True if the board leaves it out";
  static final String TASK_STATUS = "Column of the board";
  static final String CREATED_AT = "Time of creation";
  static final String UPDATED_AT = "Time of the last change";
  static final String BRANCH = "Git branch that the attempt works on";
  static final String STATE =
      "idle (waits in line, or was stopped there and never began), running, completed, or failed"
          + " (or was stopped)";
  static final String LATEST_ATTEMPT = "Newest attempt; null if none";
  static final String LATEST_BRANCH = "Its git branch; null if none";
  static final String LATEST_SESSION = "Newest session; null if none yet";
  static final String LATEST_EXECUTOR = "Its executor; null if none yet";
  static final String HAS_RUNNING = "True if any attempt runs";
  static final String LAST_FAILED = "True if the newest attempt failed";
  static final String NEEDS_INPUT = "True if an agent waits for the user";
  static final String ALLOW_SHARED =
      "True lets another project have the same repository; default false, which refuses it";
  static final String KEPT_REFS =
      "Git refs under refs/baton/ that keep work which was not merged; empty if all was";

  private FieldText() {}
}
