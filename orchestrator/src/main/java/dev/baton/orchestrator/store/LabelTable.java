package dev.baton.orchestrator.store;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.board.Label.LabelColour;
import dev.baton.orchestrator.store.event.EventTable;
import dev.baton.orchestrator.store.sql.Row;
import dev.baton.orchestrator.store.sql.Sql;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Labels, and the tasks that have them. */
public final class LabelTable {
  /** A label and how many tasks have it. */
  public record LabelUse(Label label, long tasks) {}

  private record TaskLabel(UUID taskId, Label label) {}

  private final Sql sql;
  private final EventTable events;

  LabelTable(Sql sql, EventTable events) {
    this.sql = sql;
    this.events = events;
  }

  /** Lets nobody else name labels of a project until the transaction ends. */
  public void lock(UUID projectId) {
    sql.lock("labels of " + projectId);
  }

  public void insert(Label label) {
    sql.update(
        "insert into label (id, project_id, name, colour) values (?, ?, ?, ?)",
        label.id(),
        label.projectId(),
        label.name(),
        label.colour());
  }

  public void update(Label label) {
    sql.update(
        "update label set name = ?, colour = ? where id = ?",
        label.name(),
        label.colour(),
        label.id());
    events.ofProject(
        EventName.PROJECT_CHANGED, label.projectId(), Json.object().put("label", label.name()));
  }

  public Optional<Label> find(UUID projectId, String name) {
    return sql.find(
        "select id, project_id, name, colour from label where project_id = ? and name = ?",
        LabelTable::label,
        projectId,
        name);
  }

  public int count(UUID projectId) {
    return (int) sql.number("select count(*) as value from label where project_id = ?", projectId);
  }

  /** Those of a project, by name. */
  public List<LabelUse> list(UUID projectId) {
    return sql.list(
        """
        select b.id, b.project_id, b.name, b.colour,
          (select count(*) from task_label l where l.label_id = b.id) as tasks
        from label b where b.project_id = ? order by b.name
        """,
        row -> new LabelUse(label(row), row.number("tasks")),
        projectId);
  }

  /** Gives a task these labels and no others. */
  public void setLabels(UUID taskId, List<Label> labels) {
    sql.update("delete from task_label where task_id = ?", taskId);
    sql.insertAll(
        "insert into task_label (task_id, label_id) values (?, ?)",
        labels.stream().map(label -> new Object[] {taskId, label.id()}).toList());
    events.ofTask(EventName.TASK_CHANGED, taskId, Json.object());
  }

  /** The labels of some tasks, by name; tasks without any are left out. */
  Map<UUID, List<Label>> listOfTasks(List<UUID> tasks) {
    if (tasks.isEmpty()) {
      return Map.of();
    }
    return sql
        .list(
            """
            select l.task_id, b.id, b.project_id, b.name, b.colour
            from task_label l join label b on b.id = l.label_id
            where l.task_id in (%s) order by b.name, l.task_id
            """
                .formatted(String.join(", ", Collections.nCopies(tasks.size(), "?"))),
            row -> new TaskLabel(row.id("task_id"), label(row)),
            tasks.toArray())
        .stream()
        .collect(
            Collectors.groupingBy(
                TaskLabel::taskId, Collectors.mapping(TaskLabel::label, Collectors.toList())));
  }

  private static Label label(Row row) {
    return new Label(
        row.id("id"),
        row.id("project_id"),
        row.text("name"),
        row.constant("colour", LabelColour.class));
  }
}
