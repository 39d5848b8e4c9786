package dev.baton.adapter.sdk;

import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.bind;
import static dev.baton.workflow.WorkflowDsl.completedBy;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromResource;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.guidance;
import static dev.baton.workflow.WorkflowDsl.ofType;
import static dev.baton.workflow.WorkflowDsl.oneOf;
import static dev.baton.workflow.WorkflowDsl.optional;
import static dev.baton.workflow.WorkflowDsl.promptArg;
import static dev.baton.workflow.WorkflowDsl.resources;
import static dev.baton.workflow.WorkflowDsl.timeout;

import dev.baton.workflow.ArgumentType;
import dev.baton.workflow.ErrorStrategy;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.List;

/** Workflows for a notebook. */
public final class NotebookWorkflows {
  static final SequentialWorkflow ADD_TODO =
      SequentialWorkflow.named("add-todo")
          .withTitle("Add a TODO")
          .describedAs("Add a TODO item to a project.")
          .promptArg("task", "What needs doing")
          .promptArg("project", "Project name", completedBy(typed -> List.of(typed + "-1")))
          .promptArg("date", "Date (defaults to today)", optional())
          .instructions(resource("intro"), ResourceHandle.of("resource://projects/{project}"))
          .step(
              "normalize",
              tool("normalize_project"),
              arg("input", promptArg("project")),
              bind("normalized"))
          .step(
              "content",
              tool("build_content"),
              arg("task", promptArg("task")),
              arg("project", fromStep("normalized", "name")),
              guidance("The note for {project} is short."),
              resources(resource("logo")))
          .step(
              "add",
              tool("add_content"),
              arg("date", promptArg("date")),
              arg("content", fromStep("content", "0.text")))
          .build();

  private NotebookWorkflows() {}

  public static List<SequentialWorkflow> all() {
    return List.of(
        ADD_TODO,
        SequentialWorkflow.named("told-at-once")
            .describedAs("note that I leave")
            .step(
                "note",
                tool("build_content"),
                arg("task", constant("leave")),
                arg("project", constant("home")))
            .withTrace(TraceForm.SINGLE)
            .build(),
        SequentialWorkflow.named("about")
            .describedAs("know who is there")
            .step("about", tool("about"))
            .build(),
        SequentialWorkflow.named("clean-up")
            .describedAs("clean up")
            .durable()
            .step("purge", tool("purge"), arg("project", constant("old")))
            .build(),
        SequentialWorkflow.named("all-that-fails")
            .describedAs("see how tools fail")
            .withErrorStrategy(ErrorStrategy.collectErrors())
            .step("wait", tool("wait_for_ever"), timeout(Duration.ofMillis(200)))
            .step("refuse", tool("refuse"))
            .step("fall", tool("fall_over"))
            .step("fall-in-time", tool("fall_over"), timeout(Duration.ofMinutes(1)))
            .step("lie", tool("lie"))
            .step("forget", tool("forget"))
            .build(),
        SequentialWorkflow.named("farewell")
            .describedAs("leave")
            .step("retire", tool("retire"), arg("tool", constant("farewell")))
            .step("farewell", tool("farewell"))
            .build(),
        SequentialWorkflow.named("prioritise")
            .describedAs("write an important note")
            .promptArg("priority", "1 to 9", ofType(ArgumentType.INTEGER))
            .promptArg("mood", "How", oneOf("calm", "Cheerful", "cross"), optional())
            .step(
                "content",
                tool("build_content"),
                arg("task", fromResource(resource("intro"))),
                arg("project", constant("x")),
                arg("priority", promptArg("priority")))
            .build(),
        SequentialWorkflow.named("torn")
            .describedAs("read what cannot be read")
            .promptArg("project", "Which", optional())
            .instructions(resource("torn"), ResourceHandle.of("resource://projects/nowhere"))
            .step("read", resources(resource("intro")))
            .build());
  }

  private static ToolHandle<?, ?> tool(String name) {
    return ToolHandle.named(name);
  }

  private static ResourceHandle resource(String page) {
    return ResourceHandle.of("resource://notes/" + page);
  }
}
