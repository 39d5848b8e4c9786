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
      """),
  IMAGE(
      """
      select i.id, '' as name, i.name || ' of ' || t.title as label
      from image i join board_task t on t.id = i.task_id
      """),
  COMMENT(
      """
      select c.id, '' as name, 'a comment on ' || t.title as label
      from review_comment c join attempt a on a.id = c.attempt_id
      join board_task t on t.id = a.task_id
      """),
  /** A message that waits. */
  QUEUED(
      """
      select m.id, '' as name, 'a message to ' || t.title as label
      from turn m join attempt a on a.id = m.attempt_id
      join board_task t on t.id = a.task_id
      where m.status = 'queued'
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
