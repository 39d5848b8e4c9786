package dev.baton.examples.logseq;

import static dev.baton.examples.logseq.Instructions.ERRORS;
import static dev.baton.examples.logseq.Instructions.INTRO;
import static dev.baton.examples.logseq.Instructions.PROJECT_TAGS;
import static dev.baton.examples.logseq.Instructions.TODO_FORMAT;
import static dev.baton.examples.logseq.ProjectTools.ADD_JOURNAL_TASK;
import static dev.baton.examples.logseq.ProjectTools.LIST_PAGES;
import static dev.baton.examples.logseq.ProjectTools.VERIFY_PROJECT;
import static dev.baton.examples.logseq.TodoTools.ADD_CONTENT;
import static dev.baton.examples.logseq.TodoTools.BUILD_TODO_CONTENT;
import static dev.baton.examples.logseq.TodoTools.NORMALIZE_PROJECT;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.bind;
import static dev.baton.workflow.WorkflowDsl.computed;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;

import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.RunView;
import java.util.function.UnaryOperator;

/** Puts notes, tools, instructions and workflows together. */
public final class LogseqServer {
  private LogseqServer() {}

  /** A running server with an empty journal. */
  public static McpServer start(UnaryOperator<McpServerBuilder> surroundings) {
    var journal = new NoteBook();
    var todo = new TodoTools(journal);
    var builder =
        surroundings
            .apply(McpServer.named("baton-logseq", "0.1.0"))
            .tool(todo.normalizeProject())
            .tool(todo.buildTodoContent())
            .tool(todo.addContent())
            .tool(ProjectTools.listPages())
            .tool(ProjectTools.verifyProject())
            .tool(new ProjectTools(journal).addJournalTask())
            .part(Workflows.of(addTodo(), addNote(), addProjectTask()));
    Instructions.all().forEach(builder::resource);
    return builder.build();
  }

  static SequentialWorkflow addTodo() {
    return SequentialWorkflow.named("add-todo-to-project")
        .describedAs("Add a TODO item to a Logseq project")
        .promptArg("task_description", "What needs doing")
        .promptArg("project_name", "Project name (without brackets)")
        .promptArg("date", "Date (defaults to today)", optional())
        .instructions(INTRO, ERRORS, TODO_FORMAT)
        .step("normalized", NORMALIZE_PROJECT, arg("input", promptArg("project_name")))
        .step(
            "content",
            BUILD_TODO_CONTENT,
            arg("task", promptArg("task_description")),
            arg("project", fromStep("normalized", "name")))
        .step(
            "result",
            ADD_CONTENT,
            arg("date", promptArg("date")),
            arg("content", fromStep("content", "text")))
        .build();
  }

  static SequentialWorkflow addNote() {
    return SequentialWorkflow.named("add-note-to-project")
        .describedAs("Add a note to a Logseq project")
        .promptArg("note", "What is worth noting")
        .promptArg("project_name", "Project name (without brackets)")
        .instructions(INTRO, ERRORS, PROJECT_TAGS)
        .step("normalized", NORMALIZE_PROJECT, arg("input", promptArg("project_name")))
        .step("result", ADD_CONTENT, arg("content", computed(LogseqServer::taggedNote)))
        .build();
  }

  private static String taggedNote(RunView run) {
    return "%s [[%s]]"
        .formatted(
            run.argument("note").orElseThrow().asString(),
            run.output("normalized").orElseThrow().path("name").asString());
  }

  static SequentialWorkflow addProjectTask() {
    return SequentialWorkflow.named("add-project-task")
        .describedAs("add a task to a project")
        .promptArg("project", "The project's page")
        .promptArg("task", "What needs doing")
        .step("list_pages", LIST_PAGES, bind("pages"))
        .step(
            "verify_project",
            VERIFY_PROJECT,
            arg("project", promptArg("project")),
            arg("available_pages", fromStep("pages", "pages")),
            bind("place"))
        .step(
            "add_task",
            ADD_JOURNAL_TASK,
            arg("project", promptArg("project")),
            arg("task", promptArg("task")),
            arg("project_path", fromStep("place", "path")))
        .build();
  }
}
