package dev.baton.app.web.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.Uploads;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.BlockerView;
import dev.baton.app.web.text.LabelField;
import dev.baton.app.web.text.ModelFields;
import dev.baton.app.web.text.PriorityView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue.Listing;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.fleet.ExecutorOffer;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt.Target;
import java.net.URLEncoder;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The form for a new task, alone or in the dialog. */
public final class NewTaskPage {
  /**
   * What the form shows; what was typed comes back with what is wrong with it.
   *
   * @param isOpen if the project is still to be chosen
   * @param startsByItself if the agent begins when nothing blocks the task any more
   * @param repos to choose; none while the project is, of which an attempt then gets all
   */
  record NewTaskView(
      UUID projectId,
      String projectName,
      boolean isOpen,
      String title,
      String description,
      String labels,
      List<String> knownLabels,
      String priority,
      String blockedBy,
      boolean startsByItself,
      String executor,
      List<ExecutorView> executors,
      List<RepoChoice> repos,
      String requestId,
      Optional<String> problem) {}

  /** An agent to choose. */
  public record ExecutorView(
      String id,
      String name,
      String words,
      List<String> variants,
      String variant,
      ModelFields models) {
    /** Those that can run, with what was typed about them. */
    public static List<ExecutorView> list(Orchestrator orchestrator, Fields typed) {
      return orchestrator.nodes().listExecutors().stream()
          .map(ExecutorOffer::listing)
          .filter(listing -> BeginPage.AgentView.of(listing).isAvailable())
          .map(listing -> of(listing, typed))
          .toList();
    }

    /** The field of the form that has the variant of this agent. */
    public static String field(String executor) {
      return "variant-" + executor;
    }

    /** The model and effort that were chosen in a form for the agent that was chosen there. */
    public static ModelChoice choice(Fields form) {
      return ModelFields.read(form, suffix(form.text("executor")));
    }

    private static String suffix(String executor) {
      return "-" + executor;
    }

    /** The same with the variant that a project takes its tasks with. */
    ExecutorView chosenBy(Pull pull) {
      return pull.executor().equals(id)
          ? new ExecutorView(id, name, words, variants, pull.variant().orElse(variant), models)
          : this;
    }

    private static ExecutorView of(Listing listing, Fields typed) {
      var agent = BeginPage.AgentView.of(listing);
      return new ExecutorView(
          listing.executor(),
          agent.name(),
          agent.words(),
          listing.variants(),
          typed.find(field(listing.executor())).orElse(listing.defaultVariant()),
          new ModelFields(
              suffix(listing.executor()),
              agent.name(),
              listing.models(),
              ModelFields.read(typed, suffix(listing.executor()))));
    }
  }

  private final Orchestrator orchestrator;
  private final Frames frames;

  public NewTaskPage(Orchestrator orchestrator, Frames frames) {
    this.orchestrator = orchestrator;
    this.frames = frames;
  }

  public Route.Response show(Visit visit) {
    return show(visit, 200, visit.query(), Optional.empty());
  }

  private Route.Response show(Visit visit, int status, Fields typed, Optional<String> problem) {
    var project = typed.find("project").flatMap(Visit::id);
    var frame =
        project
            .map(id -> frames.frame(visit, Frame.Place.BOARD, "New task", id))
            .orElseGet(() -> frames.frame(visit, Frame.Place.BOARD, "New task"));
    if (frame.projects().isEmpty()) {
      return Route.Response.seeOther("/projects/new");
    }
    var executors = ExecutorView.list(orchestrator, typed);
    var chosen =
        typed
            .find("executor")
            .or(() -> executors.stream().map(ExecutorView::id).findFirst())
            .orElse("");
    var shown = frame.project().orElse(frame.projects().getFirst());
    var isOpen = frame.project().isEmpty() && frame.projects().size() > 1;
    var view =
        new NewTaskView(
            shown.id(),
            VisibleText.of(shown.name()),
            isOpen,
            typed.text("title"),
            typed.text("description"),
            typed.text("labels"),
            knownLabels(frame),
            typed.find("priority").orElse(PriorityView.of(Priority.NORMAL).value()),
            typed.text("blocked_by"),
            typed.has("auto_start"),
            chosen,
            executors,
            isOpen ? List.of() : RepoChoice.list(orchestrator.projects(), shown.id(), typed),
            UUID.randomUUID().toString(),
            problem);
    return Html.page(status, out -> JtenewtaskGenerated.render(out, Html.PLAIN, frame, view));
  }

  private List<String> knownLabels(Frame frame) {
    return orchestrator
        .labels()
        .list(frame.project().orElse(frame.projects().getFirst()).id())
        .stream()
        .map(use -> LabelField.typed(List.of(use.label().name())))
        .toList();
  }

  /** The form that says what a task waits for, and starts it anyway; the task is there already. */
  private static String startAddress(UUID taskId, Fields typed) {
    var executor = typed.text("executor");
    var variant = ExecutorView.field(executor);
    return "/tasks/%s/attempts/new?"
        .formatted(taskId)
        .concat(
            Stream.of(
                    "executor",
                    variant,
                    "model-" + executor,
                    "effort-" + executor,
                    RepoChoice.SHOWN,
                    RepoChoice.FIELD)
                .flatMap(
                    name -> typed.all(name).stream().map(it -> encoded(name) + "=" + encoded(it)))
                .collect(Collectors.joining("&")));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }

  public Route.Response create(Visit visit) {
    var typed = visit.form();
    var project = typed.find("project").flatMap(Visit::id);
    if (project.isEmpty()) {
      return show(visit, 422, typed, Optional.of("Choose the project that the task is for."));
    }
    BoardTaskOverview task;
    List<Target> repos;
    try {
      // why before the task: what cannot be started as it was asked for is not made
      repos =
          typed.has("start")
              ? RepoChoice.read(orchestrator.projects(), project.get(), typed)
              : List.of();
      task =
          orchestrator
              .board()
              .createTask(
                  visit.caller(),
                  newTask(project.get(), typed),
                  new Uploads(orchestrator, visit).forNewTask());
    } catch (ToolFailure failure) {
      return show(visit, 422, typed, Optional.of(Sentences.of(failure)));
    }
    if (!typed.has("start") || startsByItself(typed)) {
      return Route.Response.seeOther("/projects/" + project.get());
    }
    if (!task.openBlockers().isEmpty()) {
      return Route.Response.seeOther(startAddress(task.task().id(), typed));
    }
    return start(visit, task.task(), typed, repos);
  }

  private static NewBoardTask newTask(UUID project, Fields typed) {
    return new NewBoardTask(
        project,
        typed.text("title"),
        typed.find("description"),
        LabelField.names(typed.text("labels")),
        typed.find("priority").map(PriorityView::chosen),
        BlockerView.names(typed.text("blocked_by")),
        startsByItself(typed)
            ? Optional.of(
                new AutoStart(
                    typed.text("executor"), typed.find(ExecutorView.field(typed.text("executor")))))
            : Optional.empty());
  }

  /** What waits for nothing is started with the model that was chosen, if it is to be started. */
  private static boolean startsByItself(Fields typed) {
    var isStarted = typed.has("start") && typed.find("blocked_by").isEmpty();
    return typed.has("auto_start") && typed.find("executor").isPresent() && !isStarted;
  }

  /** The task is made by now, so that a refusal must not show the form once more. */
  private Route.Response start(Visit visit, BoardTask task, Fields typed, List<Target> repos) {
    try {
      orchestrator
          .attemptStarts()
          .start(
              visit.caller(),
              new NewAttempt(
                  task.id(),
                  typed.text("executor"),
                  typed.find(ExecutorView.field(typed.text("executor"))),
                  repos,
                  Optional.empty(),
                  false,
                  ExecutorView.choice(typed)));
      return Route.Response.seeOther(
          "/projects/%s?%s=%s".formatted(task.projectId(), StartedView.FIELD, task.id()));
    } catch (ToolFailure failure) {
      return notDone(visit, task, "The task is made, and no agent was started", failure);
    }
  }

  private Route.Response notDone(Visit visit, BoardTask task, String title, ToolFailure failure) {
    return Html.message(
        422,
        frames.frame(visit, Frame.Place.BOARD, "New task", task.projectId()),
        title,
        "%s It is #%d on the board; go on from there."
            .formatted(Sentences.of(failure), task.number()));
  }
}
