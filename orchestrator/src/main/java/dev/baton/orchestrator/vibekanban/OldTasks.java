package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Reads the tasks of vibe-kanban with their images, and its tags as labels of those that name them.
 */
final class OldTasks {
  private static final Set<String> STATUSES =
      Set.of("todo", "inprogress", "inreview", "done", "cancelled");

  private static final String WITHOUT_TITLE = "Without a title";

  private final OldDatabase old;
  private final ImportedRows imported;
  private final OldProjects oldProjects;
  private final OldImages images;
  private final Map<UUID, UUID> projects = new HashMap<>();
  private final Map<UUID, Long> numbers = new HashMap<>();
  private final Map<UUID, Long> lastNumbers;
  private final Set<UUID> knownProjects;
  private final Map<UUID, Map<String, UUID>> labels;

  /**
   * Reads tasks.
   *
   * @param lastNumbers the highest number of a task in each project that is here already
   * @param labels by project and name, those that are here already
   */
  OldTasks(
      OldDatabase old,
      OldProjects oldProjects,
      ImportedRows imported,
      Map<UUID, Long> lastNumbers,
      Map<UUID, Map<String, UUID>> labels) {
    this.old = old;
    this.oldProjects = oldProjects;
    this.imported = imported;
    this.images = new OldImages(old, imported);
    this.lastNumbers = new HashMap<>(lastNumbers);
    this.knownProjects = Set.copyOf(lastNumbers.keySet());
    this.labels = new HashMap<>();
    labels.forEach((project, names) -> this.labels.put(project, new HashMap<>(names)));
  }

  /** The project of a task, if it has come. */
  Optional<UUID> project(UUID taskId) {
    return Optional.ofNullable(projects.get(taskId));
  }

  /**
   * Brings what is not here.
   *
   * @param here the numbers of tasks that are
   */
  void bring(Map<UUID, Long> here) {
    var known = here.keySet();
    var all = old.rows("tasks");
    var tasks =
        all.stream()
            .filter(task -> task.id("project_id").filter(oldProjects::has).isPresent())
            .sorted(Comparator.comparingLong(OldRow::created))
            .toList();
    imported.cannot(all.size() - tasks.size(), "task", "the project is not there");
    for (var task : tasks) {
      task.id("project_id").ifPresent(project -> number(task.id(), project, here));
    }
    var parents = parents();
    // why the newest first: each goes to the end of its column, and there the newest was on top
    for (var task : tasks.reversed()) {
      var project = task.id("project_id");
      if (project.isPresent() && !known.contains(task.id())) {
        bring(task, project.get(), parents);
      }
    }
    labels(tasks, known);
    for (var task : tasks) {
      if (!known.contains(task.id()) && projects.containsKey(task.id())) {
        images.ofTask(task.id(), number(task.id()));
      }
    }
  }

  /** The images of an attempt become those of its task, unless that was here already. */
  void bringImages(UUID attempt, UUID task, Set<UUID> known) {
    if (!known.contains(task)) {
      images.ofAttempt(attempt, task, number(task));
    }
  }

  private void bring(OldRow task, UUID project, Map<UUID, UUID> parents) {
    var parent =
        task.id("parent_workspace_id", "parent_task_attempt", "parent_task_id")
            .map(id -> parents.getOrDefault(id, id))
            .filter(numbers::containsKey)
            .map(id -> "Part of #%d.".formatted(numbers.get(id)));
    var description =
        task.text("description")
            .map(text -> imported.description(text, parent.map("\n\n"::concat).orElse("")))
            .or(() -> parent);
    add(
        task.id(),
        project,
        task.text("title").orElse(WITHOUT_TITLE),
        description.orElse(""),
        status(task),
        task);
  }

  private String status(OldRow task) {
    var status = task.text("status").orElse("(none)");
    if (STATUSES.contains(status)) {
      return status;
    }
    imported.cannot(
        "status '%s' of task #%d: there is none of this name, so the task is in todo"
            .formatted(status, number(task.id())));
    return "todo";
  }

  /** The task of each attempt. */
  private Map<UUID, UUID> parents() {
    var tasks = new HashMap<UUID, UUID>();
    for (var attempt : old.rows("workspaces", "task_attempts")) {
      attempt.id("task_id").ifPresent(task -> tasks.put(attempt.id(), task));
    }
    return tasks;
  }

  /** A task for work that has none. */
  UUID make(OldRow workspace, UUID project, String title) {
    var id = OldRow.derived("task", workspace.id());
    number(id, project, Map.of());
    add(id, project, title, "", workspace.flag("archived") ? "done" : "inreview", workspace);
    return id;
  }

  private long number(UUID task) {
    return numbers.getOrDefault(task, 0L);
  }

  private void number(UUID task, UUID project, Map<UUID, Long> here) {
    projects.put(task, project);
    numbers.put(
        task, here.containsKey(task) ? here.get(task) : lastNumbers.merge(project, 1L, Long::sum));
  }

  private void add(
      UUID id, UUID project, String title, String description, String status, OldRow from) {
    var line = imported.line(title);
    var row =
        Json.object()
            .put("id", id.toString())
            .put("project_id", project.toString())
            .put("title", line.isEmpty() ? WITHOUT_TITLE : line)
            .put("status", status)
            .put("number", numbers.get(id))
            .put("created_at", from.created())
            .put("updated_at", from.time("updated_at").orElse(from.created()));
    if (!description.isEmpty()) {
      row.put("description", description);
    }
    imported.add("board_task", row);
  }

  /** Every project that is new here gets all tags, as each of them could be used in all. */
  private void labels(List<OldRow> tasks, Set<UUID> known) {
    var names =
        old.rows("tags").stream().flatMap(tag -> tag.text("tag_name").stream()).distinct().toList();
    for (var name : names) {
      if (imported.label(name).isEmpty()) {
        continue;
      }
      for (var project : old.rows("projects")) {
        if (!knownProjects.contains(project.id())) {
          label(project.id(), name);
        }
      }
      tasks.stream()
          .filter(task -> !known.contains(task.id()) && names(task, name))
          .forEach(
              task ->
                  project(task.id())
                      .ifPresent(
                          project ->
                              imported.add(
                                  "task_label",
                                  Json.object()
                                      .put("task_id", task.id().toString())
                                      .put("label_id", label(project, name).toString()))));
      imported.cannot("the text of tag @%s: labels have none".formatted(name));
    }
    for (var template : old.rows("task_templates")) {
      imported.cannot(
          "template '%s': there are no templates of tasks"
              .formatted(template.text("template_name", "title").orElse("")));
    }
  }

  /** The label of this name in a project, which is made if there is none. */
  private UUID label(UUID project, String tag) {
    var name = imported.label(tag);
    return labels
        .computeIfAbsent(project, _ -> new HashMap<>())
        .computeIfAbsent(
            name,
            _ -> {
              var id = OldRow.derived("label " + name, project);
              imported.add(
                  "label",
                  Json.object()
                      .put("id", id.toString())
                      .put("project_id", project.toString())
                      .put("name", name)
                      .put("colour", "grey"));
              return id;
            });
  }

  private static boolean names(OldRow task, String tag) {
    var text = task.text("title").orElse("") + "\n" + task.text("description").orElse("");
    return (text + " ").matches("(?s).*@" + Pattern.quote(tag) + "[^\\w-].*");
  }
}
