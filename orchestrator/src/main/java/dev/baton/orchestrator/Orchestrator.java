package dev.baton.orchestrator;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Housekeeping.Chore;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.attempt.ExecutionProcess;
import dev.baton.orchestrator.attempt.ProcessStatus;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.TailPage;
import dev.baton.orchestrator.review.Changes;
import dev.baton.orchestrator.review.FileContent;
import dev.baton.orchestrator.review.Patch;
import dev.baton.orchestrator.store.Candidate;
import dev.baton.orchestrator.store.IdKind;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.Utf8;
import dev.baton.orchestrator.turn.AttemptToken;
import dev.baton.task.jdbc.Database;
import dev.baton.task.jdbc.StorageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything that a user can do, in the order in which a user meets it. Thread safe. Every method
 * may throw {@link ToolFailure} with the next step in its hint. Closing it leaves agents running:
 * the next one finds them again.
 */
public final class Orchestrator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Orchestrator.class);
  private static final int MOST_WORDS = 2048;

  private final Parts parts;
  private final Board board;
  private final AttemptStarts starts;
  private final AttemptViews views;
  private final FollowUps followUps;
  private final AttemptStopping stopping;
  private final DevServing devServing;
  private final Approvals approvals;
  private final Review review;
  private final Deletions deletions;
  private final Pruning pruning;
  private final Housekeeping housekeeping;
  private final StorageCheck storageCheck;

  private Orchestrator(Parts parts, Retention retention) {
    this.parts = parts;
    var keys = new RequestKeys(parts.clock());
    board = new Board(parts, keys);
    starts = new AttemptStarts(parts, keys);
    views = new AttemptViews(parts);
    followUps = new FollowUps(parts, keys);
    stopping = new AttemptStopping(parts);
    approvals = new Approvals(parts);
    review = new Review(parts);
    devServing = new DevServing(parts);
    deletions = new Deletions(parts, devServing);
    pruning = new Pruning(parts, retention);
    housekeeping = new Housekeeping(chores(retention), parts.clock());
    storageCheck = new StorageCheck(parts.store(), parts.ids(), parts.clock());
  }

  private List<Chore> chores(Retention retention) {
    var chores = new ArrayList<Chore>();
    chores.add(new Chore("The look at approvals", Duration.ZERO, approvals::expire));
    chores.add(
        new Chore("The look at time limits", Duration.ZERO, parts.dispatcher()::enforceTimes));
    retention
        .interval()
        .ifPresent(
            interval ->
                chores.add(
                    new Chore(
                        "Pruning", interval, () -> LOG.debug("Pruned: {}", pruning.prune(false)))));
    return chores;
  }

  /**
   * Opens the orchestrator of a data directory, and goes on with what an earlier one left. There
   * may be one at a time for a data directory. Who opened the database closes it, afterwards.
   */
  public static Orchestrator open(Database database, OrchestratorSetup setup) {
    var orchestrator = new Orchestrator(Parts.of(Store.open(database), setup), setup.retention());
    orchestrator.recover();
    return orchestrator;
  }

  private void recover() {
    parts.attemptWorkspaces().sweep();
    review.recover();
    parts.dispatcher().recover();
    housekeeping.start();
  }

  public ProjectWithRepos createProject(NewProject project) {
    return answer(() -> board.createProject(project));
  }

  public Repo addRepo(UUID projectId, NewRepo repo) {
    return addRepo(projectId, repo, RepoSettings.NONE).repo();
  }

  /** Scripts run code: for the command line only. */
  public RepoWithPolicy addRepo(UUID projectId, NewRepo repo, RepoSettings settings) {
    return answer(() -> board.addRepo(projectId, repo, settings));
  }

  /**
   * Projects with their repositories.
   *
   * @param archived if those are meant that other lists leave out
   */
  public Page<ProjectWithRepos> listProjects(PageRequest page, boolean archived) {
    return answer(() -> board.listProjects(page, archived));
  }

  public Project renameProject(UUID projectId, String name) {
    return answer(() -> board.renameProject(projectId, name));
  }

  /** Hides a project from lists, or shows it again; nothing else changes. */
  public Project archiveProject(UUID projectId, boolean archived) {
    return answer(() -> board.archiveProject(projectId, archived));
  }

  /** What a part of an id, or a name, can mean; for people only. */
  public List<Candidate> findIds(IdKind kind, String text) {
    return answer(() -> views.findIds(kind, text));
  }

  /** Attempts at all tasks, newest first; for people only. */
  public Page<AttemptOverview> listAttempts(PageRequest page) {
    return answer(() -> views.list(page));
  }

  public List<Repo> listRepos(UUID projectId) {
    return answer(() -> board.listRepos(projectId));
  }

  /** Scripts run code: for the command line only. */
  public RepoWithPolicy changeRepo(RepoChange change) {
    return answer(() -> board.changeRepo(change));
  }

  public BoardTaskOverview createTask(Caller caller, NewBoardTask task) {
    return answer(() -> board.createTask(caller, task));
  }

  public Page<BoardTaskOverview> listTasks(BoardTaskQuery query) {
    return answer(() -> board.listTasks(query));
  }

  public BoardTaskOverview loadTask(UUID taskId) {
    return answer(() -> board.loadTask(taskId));
  }

  public BoardTaskOverview changeTask(BoardTaskChange change) {
    return answer(() -> board.changeTask(change));
  }

  /** Refused while an attempt runs. */
  public Deletion deleteTask(UUID taskId) {
    return answer(() -> deletions.deleteTask(taskId));
  }

  /** Programs are asked for their versions, which may take seconds. */
  public List<AgentCatalogue.Listing> listExecutors() {
    return answer(() -> parts.executors().catalogue().list());
  }

  /** Returns when the first process runs, or the attempt waits in line. */
  public StartedAttempt startAttempt(Caller caller, NewAttempt attempt) {
    return answer(() -> starts.start(caller, attempt));
  }

  public AttemptList listAttempts(UUID taskId) {
    return answer(() -> views.list(taskId));
  }

  /** Waits for a change if the query says so. */
  public AttemptStatus attemptStatus(StatusQuery query) {
    return answer(() -> views.status(query));
  }

  /** Returns when the agent runs; refused while something runs. */
  public FollowUpStarted sendFollowUp(Caller caller, FollowUp followUp) {
    return answer(() -> followUps.send(caller, followUp));
  }

  public FollowUpQueued queueFollowUp(Caller caller, FollowUp followUp) {
    return answer(() -> followUps.queue(caller, followUp));
  }

  public QueueCancelled cancelQueue(FollowUpTarget target) {
    return answer(() -> followUps.cancel(target));
  }

  /** The same as {@link #sendFollowUp(Caller, FollowUp)}, to the newest attempt of a task. */
  public FollowUpStarted sendFollowUp(Caller caller, TaskFollowUp followUp) {
    return answer(() -> followUps.send(caller, followUp));
  }

  public TailPage<LogEntry> tailLogs(LogQuery query) {
    return answer(() -> views.logs(query));
  }

  public MessagePage tailMessages(MessageQuery query) {
    return answer(() -> views.messages(query));
  }

  /** Returns when nothing of the attempt runs any more, except dev servers. */
  public StoppedAttempt stopAttempt(UUID attemptId, boolean force) {
    return answer(() -> stopping.stop(attemptId, force));
  }

  /** Dev servers run beside the attempt and never count. Scripts run code: for people only. */
  public List<DevServer> startDevServers(UUID attemptId) {
    return answer(() -> devServing.start(attemptId));
  }

  /** Returns how many processes were ended, when they have. */
  public int stopDevServers(UUID attemptId) {
    return answer(() -> devServing.stop(attemptId));
  }

  /** Questions of agents that nobody has answered, of all attempts, oldest first. */
  public List<Approval> listPendingApprovals() {
    return answer(approvals::listPending);
  }

  /** Questions of agents, oldest first. */
  public List<Approval> listApprovals(ApprovalQuery query) {
    return answer(() -> approvals.list(query));
  }

  public Approval respondApproval(ApprovalResponse answer) {
    return answer(() -> approvals.respond(answer));
  }

  /**
   * The changes of an attempt.
   *
   * @param force lists the files however many there are
   */
  public Changes attemptChanges(UUID attemptId, boolean force) {
    return answer(() -> review.changes(attemptId, force));
  }

  public FileContent attemptFile(FileQuery query) {
    return answer(() -> review.file(query));
  }

  public Patch attemptPatch(PatchQuery query) {
    return answer(() -> review.patch(query));
  }

  public MergedAttempt mergeAttempt(MergeRequest request) {
    return answer(() -> review.merge(request));
  }

  /** Refused while the attempt runs. */
  public Deletion deleteAttempt(UUID attemptId) {
    return answer(() -> deletions.deleteAttempt(attemptId));
  }

  /** Removes what nobody has worked with for long; for people only. */
  public Pruned prune(boolean isDryRun) {
    return answer(() -> pruning.prune(isDryRun));
  }

  public AttemptContext context(UUID attemptId) {
    return answer(() -> views.context(attemptId));
  }

  /** The attempt whose agent was given this token, as long as that agent runs. */
  public Optional<UUID> findAttemptByToken(String token) {
    return answer(() -> views.findAgentByToken(new AttemptToken(token)))
        .filter(agent -> agent.status() == ProcessStatus.RUNNING)
        .map(ExecutionProcess::attemptId);
  }

  /** The attempt whose agent was given this token and has ended since. */
  public Optional<UUID> findAttemptByEndedToken(String token) {
    return answer(() -> views.findAgentByToken(new AttemptToken(token)))
        .filter(agent -> agent.status() != ProcessStatus.RUNNING)
        .map(ExecutionProcess::attemptId);
  }

  /** Where something is on the board; empty if its id names nothing. */
  public Optional<BoardReference.Place> findPlace(BoardReference reference) {
    return answer(() -> views.findPlace(reference));
  }

  /** The attempt whose workspace holds this directory. */
  public Optional<UUID> findAttemptByDirectory(Path directory) {
    return answer(() -> views.findByDirectory(directory));
  }

  /** How much there is at this moment. */
  public BoardCounts counts() {
    return answer(() -> views.counts(parts.dispatcher().turnCounts()));
  }

  /** Why the database takes no changes, in a sentence without names; some seconds old. */
  public Optional<String> findStorageProblem() {
    return storageCheck.findProblem();
  }

  @Override
  public void close() {
    housekeeping.close();
    parts.dispatcher().close();
  }

  /** The one place where failures of other packages become failures of a tool. */
  private static <T> T answer(Supplier<T> work) {
    try {
      return work.get();
    } catch (GitException e) {
      throw failure(e);
    } catch (StorageException e) {
      throw failure(e);
    }
  }

  private static ToolFailure failure(GitException reason) {
    LOG.warn("Git refused a call", reason);
    return new ToolFailure(
        FailureCode.INTERNAL,
        Utf8.cut("Git failed: " + reason.getMessage(), MOST_WORDS),
        "See to what git says, such as who may write the repository; then repeat the call");
  }

  private static ToolFailure failure(StorageException reason) {
    // why not the cause of the failure: a failure of a tool has none
    LOG.warn("The database refused a call", reason);
    return Store.isDuplicate(reason)
        ? new ToolFailure(
            FailureCode.ATTEMPT_BUSY,
            "Another call does the same at this moment",
            "Call get_attempt_status, then repeat the call if it is still needed")
        : new ToolFailure(
            FailureCode.STORAGE_UNAVAILABLE,
            String.valueOf(reason.getMessage()),
            "Repeat the call in some seconds; if it fails again, see to the database");
  }
}
