package dev.baton.orchestrator.store;

/** Kinds of things that have an id which people type. */
public enum IdKind {
  PROJECT(
      """
      select id, name,
        name || case when archived_at is null then '' else ', archived' end as label
      from project
      """),
  REPO(
      """
      select r.id, r.name, r.name || ' of ' || p.name as label
      from repo r join project p on p.id = r.project_id
      """),
  TASK("select id, '' as name, title as label from board_task"),
  ATTEMPT(
      """
      select a.id, '' as name, t.title as label
      from attempt a join board_task t on t.id = a.task_id
      """),
  SESSION(
      """
      select s.id, '' as name, s.executor || ' at ' || t.title as label
      from agent_session s join attempt a on a.id = s.attempt_id
      join board_task t on t.id = a.task_id
      """),
  APPROVAL("select id, '' as name, tool_name as label from approval"),
  PROCESS(
      """
      select e.id, '' as name, e.reason || ' at ' || t.title as label
      from execution_process e join attempt a on a.id = e.attempt_id
      join board_task t on t.id = a.task_id
      """);

  private final String things;

  IdKind(String things) {
    this.things = things;
  }

  /** A query for the things of this kind: id, name (empty if it has none) and label. */
  String things() {
    return things;
  }
}
