package dev.baton.examples.logseq;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;

/** The tools behind {@code add-project-task}. */
final class ProjectTools {
  record Nothing() {}

  record Pages(@Description("The names of all pages") List<String> pages) {}

  record ProjectQuestion(
      @Description("The project to look for") String project,
      @Description("The names of all pages, from list_pages") List<String> availablePages) {}

  record ProjectPlace(
      @Description("True if there is a page of this name") boolean exists,
      @Description("Where the project is") String path) {}

  record TaskInput(
      @Description("The project's name") String project,
      @Description("What needs doing") String task,
      @Description("Where the project is, from verify_project") String projectPath) {}

  record AddedTask(
      @Description("True if it was added") boolean success,
      @Description("The new task") String taskId) {}

  static final ToolHandle<Nothing, Pages> LIST_PAGES = ToolHandle.named("list_pages");
  static final ToolHandle<ProjectQuestion, ProjectPlace> VERIFY_PROJECT =
      ToolHandle.named("verify_project");
  static final ToolHandle<TaskInput, AddedTask> ADD_JOURNAL_TASK =
      ToolHandle.named("add_journal_task");

  private final NoteBook journal;

  ProjectTools(NoteBook journal) {
    this.journal = journal;
  }

  static Tool<Nothing, Pages> listPages() {
    return Tool.named(LIST_PAGES.name(), Nothing.class, Pages.class)
        .description("Get all available pages")
        .readOnly()
        .openWorld(false)
        .handler((_, _) -> new Pages(NoteBook.PAGES));
  }

  static Tool<ProjectQuestion, ProjectPlace> verifyProject() {
    return Tool.named(VERIFY_PROJECT.name(), ProjectQuestion.class, ProjectPlace.class)
        .description("Check if project exists")
        .readOnly()
        .openWorld(false)
        .handler((request, _) -> verify(request));
  }

  private static ProjectPlace verify(ProjectQuestion request) {
    if (!request.availablePages().contains(request.project())) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "Project '%s' not found in available pages".formatted(request.project()),
          "Take one of the pages that list_pages shows");
    }
    return new ProjectPlace(true, "/projects/" + request.project());
  }

  Tool<TaskInput, AddedTask> addJournalTask() {
    return Tool.named(ADD_JOURNAL_TASK.name(), TaskInput.class, AddedTask.class)
        .description("Add the task to the project")
        .annotations(ToolAnnotations.of(false, false, false, false))
        .handler(
            (request, _) -> {
              var number =
                  journal.add("TODO %s [[%s]]".formatted(request.task(), request.project()));
              return new AddedTask(true, "task-" + number);
            });
  }
}
