package dev.baton.orchestrator.tools;

/** Descriptions of fields that many tools have. */
final class FieldText {
  static final String LIMIT = "1 to 200, default 50; ends at 10 kB, with limit at 30 kB";
  static final String CURSOR = "next_cursor of the page before";
  static final String NEXT_CURSOR = "For older items, or null";
  static final String COUNT = "Items here";
  static final String REQUEST_ID =
      "Key, 1 to 128 characters: the same call does nothing again for 7 days";

  static final String PROJECT_ID = "From list_projects";
  static final String TASK_ID = "From list_tasks, or #41 or shop#41";
  static final String ATTEMPT_ID = "From list_task_attempts";
  static final String VARIANT =
      "Variant from list_executors: DEFAULT (only edits files), NO_CONTEXT (starts anew),"
          + " PLAN (edits nothing), APPROVALS (asks first), TRUSTED (runs any command,"
          + " unasked) or the user's own";

  static final String WORDS_BEFORE = "Words before the comments";

  static final String VARIANT_OF_MESSAGE = "As of start_task_attempt; default DEFAULT";

  static final String MODEL = "Of its models in list_executors";
  static final String EFFORT = "Of its efforts there";

  static final String FORCE = "True lets it begin although a budget is used up";

  static final String IMAGES_OF_MESSAGE = "At most 10: image_id, or file:///PATH at the server";

  static final String ID_OF_PROJECT = "The project";
  static final String ID_OF_TASK = "The task";
  static final String ID_OF_ATTEMPT = "The attempt";
  static final String ID_OF_SESSION = "The session";
  static final String ID_OF_PROCESS = "The process that was started";
  static final String TITLE = "Title";
  static final String NUMBER = "As in #41";
  static final String LABELS_OF_TASK = "Labels";
  static final String PRIORITY = "Priority";
  static final String BLOCKED_BY_OPEN = "Open blockers";
  static final String BLOCKED_BY = "To be done first: {task_id, name, title, state}";
  static final String AUTO_START_OF_TASK = "{executor, variant, problem} or null";
  static final String AUTO_START_OF_PROJECT =
      "{limit, executor, variant, labels, paused, paused_reason} if it starts tasks by itself";
  static final String BUDGET_EXCEEDED = "Budget used up";
  static final String BUDGET = "{of, of_id, name, budget_usd, spent_usd, known, exceeded}";
  static final String NEW_BUDGET = "US dollars; only people raise it; 0 removes it";
  static final String BLOCKERS = "Tasks that must be done first: task_id, #41 or shop#41";
  static final String AUTO_START = "Starts it by itself when nothing blocks it";
  static final String EXECUTOR = "Executor from list_executors";
  static final String IS_ARCHIVED = "Off the board";
  static final String TASK_STATUS = "Its column";
  static final String CREATED_AT = "Made at";
  static final String UPDATED_AT = "Last change";
  static final String BRANCH = "Its git branch";
  static final String STATE = "idle: in line, or never began; failed: or was stopped";
  static final String LATEST_ATTEMPT = "Newest attempt";
  static final String LATEST_BRANCH = "Its branch";
  static final String LATEST_SESSION = "Newest session";
  static final String LATEST_EXECUTOR = "Its executor";
  static final String HAS_RUNNING = "An attempt runs";
  static final String LAST_FAILED = "The newest failed";
  static final String NEEDS_INPUT = "Waits for the user";
  static final String ALLOW_SHARED = "True lets two projects share a repository";
  static final String KEPT_REFS = "Git refs with work not merged";

  private FieldText() {}
}
