package dev.baton.examples.logseq;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.workflow.reference.ToolHandle;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The tools behind {@code add-todo-to-project}. */
final class TodoTools {
  record ProjectInput(
      @Description("The project's name as somebody typed it, such as [[ My Project ]]")
          String input) {}

  record Project(@Description("The name without brackets and spare blanks") String name) {}

  record TodoInput(
      @Description("What needs doing") String task,
      @Description("The project's name, without brackets") String project) {}

  record Todo(@Description("The line to add, with TODO and the project's tag") String text) {}

  record EntryInput(
      @Description("One line of content") String content,
      @Description("The day of the journal, YYYY-MM-DD or today; without it, today")
          Optional<String> date) {}

  record Entry(
      @Description("The new entry") String entryId,
      @Description("The journal page that it is on, YYYY-MM-DD or today") String page) {}

  static final ToolHandle<ProjectInput, Project> NORMALIZE_PROJECT =
      ToolHandle.named("normalize-project");
  static final ToolHandle<TodoInput, Todo> BUILD_TODO_CONTENT =
      ToolHandle.named("build-todo-content");
  static final ToolHandle<EntryInput, Entry> ADD_CONTENT = ToolHandle.named("add-content");

  private static final Pattern BRACKETS = Pattern.compile("^\\s*\\[\\[|]]\\s*$");
  private static final Pattern BLANKS = Pattern.compile("\\s+");
  private static final String TODAY = "today";

  private final NoteBook journal;

  TodoTools(NoteBook journal) {
    this.journal = journal;
  }

  Tool<ProjectInput, Project> normalizeProject() {
    return Tool.named(NORMALIZE_PROJECT.name(), ProjectInput.class, Project.class)
        .description("Remove brackets and spare blanks from a project's name")
        .readOnly()
        .openWorld(false)
        .handler(
            (request, _) ->
                new Project(oneLine("input", BRACKETS.matcher(request.input()).replaceAll(""))));
  }

  Tool<TodoInput, Todo> buildTodoContent() {
    return Tool.named(BUILD_TODO_CONTENT.name(), TodoInput.class, Todo.class)
        .description("Write a task as a TODO line with the project's tag")
        .readOnly()
        .openWorld(false)
        .handler(
            (request, _) ->
                new Todo(
                    "TODO %s [[%s]]"
                        .formatted(
                            oneLine("task", request.task()),
                            oneLine("project", request.project()))));
  }

  Tool<EntryInput, Entry> addContent() {
    return Tool.named(ADD_CONTENT.name(), EntryInput.class, Entry.class)
        .description("Add a line to the journal of a day")
        .annotations(ToolAnnotations.of(false, false, false, false))
        .handler(
            (request, _) -> {
              var page = page(request.date().orElse(TODAY));
              var number = journal.add(oneLine("content", request.content()));
              return new Entry("entry-" + number, page);
            });
  }

  private static String oneLine(String field, String text) {
    var line = BLANKS.matcher(text.strip()).replaceAll(" ");
    if (line.isEmpty()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "%s is blank".formatted(field),
          "Call again with some text in %s".formatted(field));
    }
    return line;
  }

  private static String page(String date) {
    if (date.equals(TODAY)) {
      return date;
    }
    try {
      return LocalDate.parse(date).toString();
    } catch (DateTimeParseException e) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "date must be YYYY-MM-DD or 'today', got '%s'".formatted(date),
          "Call again with such a date, or without one");
    }
  }
}
