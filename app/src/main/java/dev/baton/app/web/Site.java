package dev.baton.app.web;

import dev.baton.app.web.board.ArchivePage;
import dev.baton.app.web.board.BeginPage;
import dev.baton.app.web.board.BoardPage;
import dev.baton.app.web.board.NewTaskPage;
import dev.baton.app.web.board.ProjectPage;
import dev.baton.app.web.board.PullPage;
import dev.baton.app.web.frame.Assets;
import dev.baton.app.web.frame.DeletionWords;
import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.frame.Frames;
import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Sentences;
import dev.baton.app.web.frame.TypedText;
import dev.baton.app.web.frame.Uploads;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.insight.HealthPage;
import dev.baton.app.web.insight.HealthPage.HealthReport;
import dev.baton.app.web.insight.InsightsPage;
import dev.baton.app.web.needs.NeedsYouPage;
import dev.baton.app.web.review.CommentForms;
import dev.baton.app.web.review.ComparePage;
import dev.baton.app.web.review.DiffPages;
import dev.baton.app.web.review.ReviewPage;
import dev.baton.app.web.task.ApprovalRoute;
import dev.baton.app.web.task.AttemptForms;
import dev.baton.app.web.task.BudgetForms;
import dev.baton.app.web.task.ConversationReader;
import dev.baton.app.web.task.EntryPages;
import dev.baton.app.web.task.ImagePages;
import dev.baton.app.web.task.MergePage;
import dev.baton.app.web.task.OneTaskPage;
import dev.baton.app.web.task.PullRequestPage;
import dev.baton.app.web.task.RetryPage;
import dev.baton.app.web.task.TaskForms;
import dev.baton.app.web.workflow.OwnServer;
import dev.baton.app.web.workflow.RunPage;
import dev.baton.app.web.workflow.WorkflowList;
import dev.baton.app.web.workflow.WorkflowPage;
import dev.baton.app.web.workflow.WorkflowRuns;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.task.TaskStore;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Lists all pages of the board with their paths. */
public final class Site {
  /** What a page does with a visit. */
  @FunctionalInterface
  private interface Page {
    Route.Response show(Visit visit) throws Exception;
  }

  private static final Logger LOG = LoggerFactory.getLogger(Site.class);

  private final Assets assets = new Assets();
  private final DeletionWords deletions;
  private final LongSupplier newestEvent;
  private final RemotePages remotePages;
  private final NumberedTasks numberedTasks;
  private final Frames frames;
  private final BrowserStream events;
  private final BeginPage begin;
  private final BoardPage board;
  private final ProjectPage project;
  private final ArchivePage archive;
  private final NewTaskPage newTask;
  private final PullPage pull;
  private final NeedsYouPage needsYou;
  private final ApprovalRoute approvals;
  private final WorkflowPage workflows;
  private final RunPage runs;
  private final OneTaskPage task;
  private final TaskForms taskForms;
  private final AttemptForms attempt;
  private final ImagePages images;
  private final MergePage merge;
  private final PullRequestPage pullRequest;
  private final RetryPage retry;
  private final EntryPages entries;
  private final ReviewPage review;
  private final DiffPages diffs;
  private final CommentForms comments;
  private final ComparePage compare;
  private final BudgetForms budgets;
  private final InsightsPage insights;
  private final HealthPage health;

  /**
   * The pages of a board.
   *
   * @param server runs workflows
   * @param tasks has their runs
   * @param report how the server is
   */
  public Site(
      Orchestrator orchestrator,
      McpServer server,
      TaskStore tasks,
      Supplier<HealthReport> report,
      Clock clock) {
    deletions = new DeletionWords(orchestrator);
    newestEvent = orchestrator.events()::latest;
    remotePages =
        new RemotePages(orchestrator, (request, failure) -> refusal(request, failure, false));
    numberedTasks =
        new NumberedTasks(
            orchestrator.board(), (request, failure) -> refusal(request, failure, true));
    frames = new Frames(orchestrator, assets);
    events = new BrowserStream(orchestrator);
    begin = new BeginPage(orchestrator, frames);
    board = new BoardPage(orchestrator, frames, begin, clock);
    project = new ProjectPage(orchestrator, frames);
    archive = new ArchivePage(orchestrator, frames, clock);
    newTask = new NewTaskPage(orchestrator, frames);
    pull = new PullPage(orchestrator, frames);
    needsYou = new NeedsYouPage(orchestrator, frames, clock);
    var own = new OwnServer(server);
    var listed = new WorkflowList(own);
    var workflowRuns = new WorkflowRuns(own, tasks);
    workflows = new WorkflowPage(orchestrator, frames, listed, workflowRuns, clock);
    runs = new RunPage(orchestrator, frames, listed, workflowRuns);
    var conversations = new ConversationReader(orchestrator);
    task = new OneTaskPage(orchestrator, frames, conversations, clock);
    approvals = new ApprovalRoute(orchestrator, task, needsYou::refused);
    taskForms = new TaskForms(orchestrator, frames, task);
    attempt = new AttemptForms(orchestrator, task);
    images = new ImagePages(orchestrator, task);
    merge = new MergePage(orchestrator, frames, task, needsYou::refused);
    pullRequest = new PullRequestPage(orchestrator, frames, task);
    retry = new RetryPage(orchestrator, frames);
    entries = new EntryPages(orchestrator, conversations);
    review = new ReviewPage(orchestrator, task, clock);
    diffs = new DiffPages(orchestrator, frames);
    comments = new CommentForms(orchestrator, frames, review);
    compare = new ComparePage(orchestrator, task, clock);
    insights = new InsightsPage(orchestrator, frames);
    budgets = new BudgetForms(orchestrator, task, insights::refused);
    health = new HealthPage(orchestrator, frames, report, clock);
  }

  /**
   * The page for a request that was not let in, or that nothing answers.
   *
   * @param next the page that is shown to whoever then brings a token
   */
  public String refusal(int status, String problem, String next) {
    return Html.refusal(assets, status, problem, next);
  }

  public List<Route> routes() {
    return Stream.of(boardRoutes(), workspaceRoutes())
        .flatMap(List::stream)
        .map(numberedTasks::resolved)
        .toList();
  }

  /** Makes a page that another node asks for; empty if it asks for something else. */
  public Optional<ObjectNode> answer(ObjectNode request) throws Exception {
    return RemotePages.answer(workspaceRoutes(), request);
  }

  /** What the workspace or a program of an attempt is needed for. */
  private List<Route> workspaceRoutes() {
    return Stream.of(
            get("/attempts/{attempt}/review", review::show),
            get("/attempts/{attempt}/review/figures", review::figures),
            get("/attempts/{attempt}/review/file", diffs::file),
            get("/attempts/{attempt}/review/lines", diffs::lines),
            get("/attempts/{attempt}/review/picture", diffs::picture),
            post("/attempts/{attempt}/review/settings", review::settings),
            post("/attempts/{attempt}/review/viewed", review::mark),
            post("/attempts/{attempt}/review/looked", review::look),
            get("/attempts/{attempt}/review/comments/new", comments::showNew),
            post("/attempts/{attempt}/review/comments", comments::add),
            get("/attempts/{attempt}/review/comments/{comment}", comments::show),
            post("/attempts/{attempt}/review/comments/{comment}", comments::change),
            post("/attempts/{attempt}/review/send", comments::send),
            post("/approvals/{approval}", approvals::answer),
            post("/attempts/{attempt}/follow-ups", attempt::followUp).taking(Uploads.MOST_BYTES),
            get("/images/{image}", images::show),
            post("/images/{image}/remove", images::remove),
            post("/tasks/{task}/images", images::add).taking(Uploads.MOST_BYTES),
            post("/attempts/{attempt}/queue/clear", attempt::clearQueue),
            post("/attempts/{attempt}/queue/{message}/send", attempt::sendQueued),
            post("/attempts/{attempt}/queue/{message}/remove", attempt::removeQueued),
            post("/tasks/{task}/attempts", taskForms::startAttempt),
            post("/attempts/{attempt}/stop", attempt::stop),
            post("/attempts/{attempt}/delete", attempt::delete),
            get("/attempts/{attempt}/merge", merge::show),
            post("/attempts/{attempt}/merge", attempt::merge),
            post("/attempts/{attempt}/update", merge::update),
            get("/attempts/{attempt}/pull-request", pullRequest::show),
            post("/attempts/{attempt}/pull-request", pullRequest::create),
            post("/attempts/{attempt}/pull-request/look", pullRequest::look),
            post("/attempts/{attempt}/pull-request/send", pullRequest::send),
            get("/attempts/{attempt}/turns/{turn}/retry", retry::show),
            post("/attempts/{attempt}/turns/{turn}/retry", retry::retry),
            post("/attempts/{attempt}/dev-server/start", attempt::startDevServer),
            post("/attempts/{attempt}/dev-server/stop", attempt::stopDevServer))
        .map(remotePages::withRemoteCall)
        .toList();
  }

  private List<Route> boardRoutes() {
    return List.of(
        assets.route(),
        get("/events", events::open),
        get("/", board::showAll),
        get("/keys", visit -> Html.keys(frames.frame(visit, Frame.Place.NONE, "Keyboard"))),
        get("/insights", insights::show),
        get("/health", health::show),
        post("/nodes", health::change),
        get("/projects/new", begin::show),
        post("/projects", begin::add),
        post("/projects/look", begin::look),
        get("/projects/{project}", board::show),
        post("/projects/{project}/resume", board::resume),
        get("/projects/{project}/auto-start", pull::show),
        post("/projects/{project}/auto-start", pull::change),
        get("/projects/{project}/settings", project::show),
        post("/projects/{project}/rename", project::rename),
        post("/projects/{project}/labels", project::label),
        post("/projects/{project}/archive", project::archive),
        get("/archive", archive::show),
        get("/tasks/new", newTask::show),
        post("/tasks", newTask::create).taking(Uploads.MOST_BYTES),
        post("/tasks/archive-done", board::archiveDone),
        post("/tasks/put-back", board::putBack),
        post("/tasks/{task}/move", board::move),
        post("/tasks/{task}/archive", board::archive),
        get("/needs-you", needsYou::show),
        post("/approvals/{approval}/forget", approvals::forget),
        get("/workflows", workflows::list),
        get("/workflows/{name}", workflows::show),
        post("/workflows/{name}", workflows::begin),
        get("/workflows/runs/{run}", runs::show),
        post("/workflows/runs/{run}/resume", runs::resume),
        post("/workflows/runs/{run}/complete", runs::complete),
        post("/workflows/runs/{run}/cancel", runs::cancel),
        get("/tasks/{task}", task::show),
        get("/projects/{project}/tasks/{number}", task::showByNumber),
        get("/tasks/{task}/edit", taskForms::showEdit),
        post("/tasks/{task}/edit", taskForms::edit),
        get("/tasks/{task}/attempts/new", taskForms::showNewAttempt),
        post("/tasks/{task}/auto-start", taskForms::startAgain),
        post("/tasks/{task}/delete", taskForms::delete),
        post("/tasks/{task}/budget", budgets::setOfTask),
        post("/tasks/{task}/budget/exceed", budgets::exceed),
        post("/projects/{project}/budget", budgets::setOfProject),
        post("/attempts/{attempt}/move", attempt::move),
        get("/attempts/{attempt}/entries", entries::entries),
        get("/attempts/{attempt}/entries/{index}", entries::output),
        get("/tasks/{task}/compare", compare::show));
  }

  private Route get(String path, Page page) {
    return new Route("GET", path, request -> answer(request, page, true));
  }

  private Route post(String path, Page page) {
    return new Route("POST", path, Route.Guard.FORM, request -> answer(request, page, false));
  }

  private Visit visit(Route.Request request) {
    return new Visit(request, newestEvent.getAsLong());
  }

  private Route.Response answer(Route.Request request, Page page, boolean isRead) throws Exception {
    if (AttemptOwner.is(request.owner())) {
      return Html.problem(403, "Pages are for people; an agent has get_context and the tools.");
    }
    try {
      return page.show(visit(request));
    } catch (RuntimeException e) {
      if (CallFailures.of(e) instanceof ToolFailure failure) {
        return refusal(request, failure, isRead);
      }
      LOG.error("A page failed", e);
      return refusal(
          request,
          500,
          "Something failed inside the server; its log says what. Load the page again.",
          isRead);
    }
  }

  private Route.Response refusal(Route.Request request, ToolFailure failure, boolean isRead) {
    var code = failure.code().wireName();
    // why: who only reads has changed nothing that anything could be in conflict with
    var status = isRead && code.equals("invalid_argument") ? 400 : status(code);
    var deleted = status == 404 ? deletions.findSentence(visit(request)) : Optional.<String>empty();
    var sentence =
        deleted
            .map(it -> it + " Go back to the board and open another one.")
            .orElseGet(() -> Sentences.of(failure));
    return refusal(request, status, sentence, isRead);
  }

  private static int status(String code) {
    return switch (code) {
      // why: a page of ours leaves its form as it is then, and says it there
      case "storage_unavailable" -> 503;
      default -> code.endsWith("not_found") ? 404 : 409;
    };
  }

  private Route.Response refusal(
      Route.Request request, int status, String sentence, boolean isRead) {
    if (Visit.isScript(request)) {
      return Html.problem(status, sentence);
    }
    var visit = visit(request);
    var frame = frames.frame(visit, Frame.Place.NONE, isRead ? "Not shown" : "Not done");
    var heading =
        status == 404 ? "It is not here" : isRead ? "That cannot be shown" : "That was not done";
    return Html.message(status, frame, heading, sentence, TypedText.of(visit.form()));
  }
}
