package dev.baton.orchestrator.tools;

import static java.util.Map.entry;

import java.util.Map;

/**
 * What an agent's token is good for, operation by operation: the one table of what agents may do.
 */
public enum AgentScope {
  /** It reads what belongs to its own project; the rest does not exist for it. */
  READS_OWN_PROJECT,
  /** It adds to its own project. */
  ADDS_TO_OWN_PROJECT,
  /** It changes its own task. */
  OWN_TASK,
  /** It talks to its own attempt, or ends it. */
  OWN_ATTEMPT,
  /** It is for people: it decides what is kept, what runs, and what an agent may do. */
  NOTHING;

  private static final Map<String, AgentScope> BY_OPERATION =
      Map.ofEntries(
          entry("get_context", READS_OWN_PROJECT),
          entry("list_projects", READS_OWN_PROJECT),
          entry("list_repos", READS_OWN_PROJECT),
          entry("list_tasks", READS_OWN_PROJECT),
          entry("get_task", READS_OWN_PROJECT),
          entry("list_task_attempts", READS_OWN_PROJECT),
          entry("list_executors", READS_OWN_PROJECT),
          entry("get_attempt_status", READS_OWN_PROJECT),
          entry("list_turns", READS_OWN_PROJECT),
          entry("tail_events", READS_OWN_PROJECT),
          entry("tail_attempt_logs", READS_OWN_PROJECT),
          entry("tail_session_messages", READS_OWN_PROJECT),
          entry("get_attempt_changes", READS_OWN_PROJECT),
          entry("get_attempt_file", READS_OWN_PROJECT),
          entry("get_attempt_patch", READS_OWN_PROJECT),
          entry("create_task", ADDS_TO_OWN_PROJECT),
          entry("update_task", OWN_TASK),
          entry("attach_image", OWN_ATTEMPT),
          entry("follow_up", OWN_ATTEMPT),
          entry("send_follow_up", OWN_ATTEMPT),
          entry("stop_attempt", OWN_ATTEMPT));

  /** The scope of an operation; one that has no row is not for agents. */
  public static AgentScope of(String operation) {
    return BY_OPERATION.getOrDefault(operation, NOTHING);
  }
}
