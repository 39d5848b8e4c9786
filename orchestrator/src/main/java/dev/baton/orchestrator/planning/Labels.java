package dev.baton.orchestrator.planning;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.board.Label.LabelColour;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.store.LabelTable.LabelUse;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.UUID;
import java.util.function.Supplier;

/** The labels of projects. Thread safe. */
public final class Labels {
  private static final int MOST_OF_A_TASK = 20;

  /**
   * What to change in a label; what is empty stays.
   *
   * @param seen the colour that was read, to be refused if it is another one now
   */
  public record LabelChange(
      UUID projectId,
      String name,
      Optional<String> newName,
      Optional<LabelColour> colour,
      Optional<LabelColour> seen) {
    /** A change of what is there, whatever it is. */
    public LabelChange(
        UUID projectId, String name, Optional<String> newName, Optional<LabelColour> colour) {
      this(projectId, name, newName, colour, Optional.empty());
    }
  }

  private final Store store;
  private final Supplier<UUID> ids;

  public Labels(Store store, Supplier<UUID> ids) {
    this.store = store;
    this.ids = ids;
  }

  /** By name. */
  public List<LabelUse> list(UUID projectId) {
    return store.read(
        tables -> {
          CallSubject.project(tables, projectId);
          return tables.labels().list(projectId);
        });
  }

  public Label change(LabelChange change) {
    var newName = change.newName().map(text -> RequiredText.label("new_name", text));
    return store.write(
        tables -> {
          var project = CallSubject.project(tables, change.projectId());
          tables.labels().lock(project.id());
          var old =
              tables
                  .labels()
                  .find(change.projectId(), change.name())
                  .orElseThrow(() -> unknown(project, change.name()));
          refuseUnseen(change, old.colour());
          var changed =
              new Label(
                  old.id(),
                  old.projectId(),
                  newName.orElse(old.name()),
                  change.colour().orElse(old.colour()));
          if (!changed.name().equals(old.name())) {
            tables
                .labels()
                .find(change.projectId(), changed.name())
                .ifPresent(other -> refuseTaken(other.name()));
            tables.autoStarts().lockProject(change.projectId());
            tables
                .autoStarts()
                .findOfProject(change.projectId())
                .filter(pull -> pull.labels().contains(old.name()))
                .map(pull -> pull.withLabel(old.name(), changed.name()))
                .ifPresent(pull -> tables.autoStarts().setOfProject(change.projectId(), pull));
          }
          tables.labels().update(changed);
          return changed;
        });
  }

  private static ToolFailure unknown(Project project, String name) {
    return new ToolFailure(
        FailureCode.NOT_FOUND,
        "Project '%s' has no label '%s'".formatted(project.name(), name),
        "Call list_labels with project_id %s and pass one of its names in name"
            .formatted(project.id()));
  }

  private static void refuseUnseen(LabelChange change, LabelColour now) {
    var isOther = change.seen().filter(seen -> seen != now).isPresent();
    if (isOther && change.colour().filter(wanted -> wanted != now).isPresent()) {
      throw new ToolFailure(
          FailureCode.ALREADY_DONE,
          "Somebody else gave this label the colour %s meanwhile"
              .formatted(now.name().toLowerCase(Locale.ROOT)),
          "Save again to give it yours");
    }
  }

  private static void refuseTaken(String name) {
    throw ToolFailure.invalid(
        "/new_name",
        "The project has a label '%s' already".formatted(name),
        "Repeat the call with another new_name, or give the tasks that label with update_task");
  }

  /** Names as a caller gave them for a task, checked, each once. */
  static SequencedSet<String> checked(List<String> names) {
    return checked(names, "labels");
  }

  /**
   * The same.
   *
   * @param field where they stand in the arguments
   */
  public static SequencedSet<String> checked(List<String> names, String field) {
    var checked = new LinkedHashSet<String>();
    for (int place = 0; place < names.size(); place++) {
      checked.add(RequiredText.label(field + "/" + place, names.get(place)));
    }
    if (checked.size() > MOST_OF_A_TASK) {
      throw ToolFailure.invalid(
          "/" + field,
          "%d labels were given, but a task has at most %d"
              .formatted(checked.size(), MOST_OF_A_TASK),
          "Repeat the call with fewer labels");
    }
    return checked;
  }

  /** Gives a task the labels of these names and no others; those that are new are made. */
  void give(Tables tables, UUID taskId, UUID projectId, SequencedSet<String> names) {
    if (!names.isEmpty()) {
      tables.labels().lock(projectId);
    }
    tables
        .labels()
        .setLabels(taskId, names.stream().map(name -> named(tables, projectId, name)).toList());
  }

  private Label named(Tables tables, UUID projectId, String name) {
    return tables
        .labels()
        .find(projectId, name)
        .orElseGet(
            () -> {
              var colour = LabelColour.ofNext(tables.labels().count(projectId));
              var label = new Label(ids.get(), projectId, name, colour);
              tables.labels().insert(label);
              return label;
            });
  }
}
