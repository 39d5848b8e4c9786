package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.Approval;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Project;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.page.Page;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.TailPage;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.workspace.Changes;
import dev.baton.orchestrator.workspace.FileContent;
import dev.baton.orchestrator.workspace.Patch;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Everything that a user can do, in the order in which a user meets it. Thread safe. Every method
 * may throw {@link dev.baton.mcp.tool.ToolFailure} with the next step in its hint.
 */
public interface Orchestrator {
  ProjectWithRepos createProject(NewProject project);

  Repo addRepo(UUID projectId, NewRepo repo);

  Page<Project> listProjects(PageRequest page);

  List<Repo> listRepos(UUID projectId);

  /** Scripts run code: for the command line only. */
  Repo changeRepo(RepoChange change);

  /** For the command line only. */
  Project changeCommitPolicy(UUID projectId, CommitPolicy policy);

  BoardTaskOverview createTask(Caller caller, NewBoardTask task);

  Page<BoardTaskOverview> listTasks(BoardTaskQuery query);

  BoardTaskOverview loadTask(UUID taskId);

  BoardTaskOverview changeTask(BoardTaskChange change);

  /** Refused while an attempt runs. */
  Deletion deleteTask(UUID taskId);

  List<ExecutorOverview> listExecutors();

  /** Returns when the first process runs, or the attempt waits in line. */
  StartedAttempt startAttempt(Caller caller, NewAttempt attempt);

  AttemptList listAttempts(UUID taskId);

  /** Waits for a change if the query says so. */
  AttemptStatus attemptStatus(StatusQuery query);

  /** Returns when the agent runs; refused while something runs. */
  FollowUpStarted sendFollowUp(Caller caller, FollowUp followUp);

  FollowUpQueued queueFollowUp(Caller caller, FollowUp followUp);

  QueueCancelled cancelQueue(FollowUpTarget target);

  /** The same as {@link #sendFollowUp}, to the newest attempt of a task. */
  FollowUpStarted sendFollowUp(Caller caller, TaskFollowUp followUp);

  TailPage<LogEntry> tailLogs(LogQuery query);

  MessagePage tailMessages(MessageQuery query);

  /** Returns when nothing of the attempt runs any more, except dev servers. */
  StoppedAttempt stopAttempt(UUID attemptId, boolean force);

  /** Questions of agents that nobody has answered, of all attempts, oldest first. */
  List<Approval> listPendingApprovals();

  Approval respondApproval(ApprovalAnswer answer);

  /**
   * The changes of an attempt.
   *
   * @param force lists the files however many there are
   */
  Changes attemptChanges(UUID attemptId, boolean force);

  FileContent attemptFile(FileQuery query);

  Patch attemptPatch(PatchQuery query);

  MergedAttempt mergeAttempt(MergeRequest request);

  /** Refused while the attempt runs. */
  Deletion deleteAttempt(UUID attemptId);

  AttemptContext context(UUID attemptId);

  /** The attempt whose agents were given this token. */
  Optional<UUID> findAttemptByToken(String token);

  /** The attempt whose workspace holds this directory. */
  Optional<UUID> findAttemptByDirectory(Path directory);
}
