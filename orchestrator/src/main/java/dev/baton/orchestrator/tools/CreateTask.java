package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.budget.NewBudget;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class CreateTask {
  static final String NAME = "create_task";

  /** Some images in base64; whoever has more adds them one by one. */
  static final int MOST_BYTES = 4 * Image.MOST_BYTES;

  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("What is to be done, in one line of 1 to 500 characters") String title,
      @Description("Everything that an agent must know to do it, at most 1000000 characters")
          Optional<String> description,
      @Description("Names of labels, at most 20; new ones are made") Optional<List<String>> labels,
      @Description("Default normal") Optional<Priority> priority,
      @Description(FieldText.BLOCKERS) Optional<List<String>> blockedBy,
      @Description(FieldText.AUTO_START) Optional<AutoStartField> autoStart,
      @Description("US dollars") Optional<BigDecimal> budget,
      @Description("PNG, JPEG, WebP or GIF; at most 10 of 10 MB") Optional<List<ImageField>> images,
      @Description(FieldText.REQUEST_ID) Optional<String> requestId) {}

  /** How a task is started by itself, as callers say it. */
  record AutoStartField(
      @Description(FieldText.EXECUTOR + "; empty turns it off") String executor,
      @Description("Its variant") Optional<String> variant) {
    AutoStart toAutoStart() {
      return new AutoStart(executor, variant);
    }
  }

  private CreateTask() {}

  static Tool<Request, BoardTaskView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named(NAME, Request.class, BoardTaskView.class)
        .title("Create task")
        .description(
            """
            Puts a task on the board; no agent starts, unless auto_start is given.
            Use when: the user wants something done in a project.
            Required: project_id, title.
            Optional: description, labels, priority, blocked_by, auto_start, budget, images,
            request_id.
            Next: start_task_attempt with the task_id, unless it waits for others.
            Avoid: one task for several unrelated changes.\
            """)
        .annotations(Hints.ADDS)
        .handler(new OperationHandler<>(orchestrator, CreateTask::handle));
  }

  static BoardTaskView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return BoardTaskView.of(
        orchestrator
            .board()
            .createTask(
                new Caller(context.owner(), request.requestId()),
                new NewBoardTask(
                    request.projectId(),
                    request.title(),
                    request.description(),
                    request.labels().orElse(List.of()),
                    request.priority(),
                    request.blockedBy().orElse(List.of()),
                    request.autoStart().map(AutoStartField::toAutoStart),
                    // why a person's: there is none yet that it could raise
                    request.budget().map(NewBudget::ofPerson)),
                ImageField.read(request.images().orElse(List.of()), context)),
        orchestrator,
        context);
  }
}
