package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.tools.Operation.Reach;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The one list of operations: tools, verbs of the command line and HTTP endpoints come from it. */
public final class Operations {
  private Operations() {}

  /** All operations, in the order in which a user meets them. */
  public static List<Operation> of(Orchestrator orchestrator) {
    return of(() -> orchestrator);
  }

  /** All operations as they are described; none of them can be called. */
  public static List<Operation> described() {
    return of(
        () -> {
          throw new IllegalStateException("There is no orchestrator here; call the server");
        });
  }

  private static List<Operation> of(Supplier<Orchestrator> orchestrator) {
    return Stream.of(board(orchestrator), attempts(orchestrator), review(orchestrator))
        .flatMap(List::stream)
        .map(operation -> operation.guarded(tool -> AgentReach.guard(tool, orchestrator)))
        .toList();
  }

  private static List<Operation> board(Supplier<Orchestrator> orchestrator) {
    return List.of(
        core(ListProjects.tool(orchestrator), "project", "list"),
        full(CreateProject.tool(orchestrator), "project", "add"),
        full(RenameProject.tool(orchestrator), "project", "rename"),
        full(UpdateProject.tool(orchestrator), "project", "update"),
        full(ArchiveProject.tool(orchestrator), "project", "archive"),
        core(ListRepos.tool(orchestrator), "repo", "list"),
        addRepo(orchestrator),
        operator(SetRepo.tool(orchestrator), "repo", "set"),
        core(ListTasks.tool(orchestrator), "task", "list"),
        core(GetTask.tool(orchestrator), "task", "show"),
        core(CreateTask.tool(orchestrator), "task", "add"),
        core(UpdateTask.tool(orchestrator), "task", "update"),
        archiveTask(orchestrator),
        core(DeleteTask.tool(orchestrator), "task", "delete"),
        operator(ListLabels.tool(orchestrator), "label", "list"),
        operator(SetLabel.tool(orchestrator), "label", "set"));
  }

  private static List<Operation> attempts(Supplier<Orchestrator> orchestrator) {
    return List.of(
        core(ListExecutors.tool(orchestrator), "executors"),
        core(StartTaskAttempt.tool(orchestrator), "attempt", "start"),
        listAttempts(orchestrator),
        core(GetAttemptStatus.tool(orchestrator), "attempt", "status"),
        full(ListTurns.tool(orchestrator), "attempt", "turns"),
        full(RetryTurn.tool(orchestrator), "attempt", "retry"),
        full(TailEvents.tool(orchestrator), "events"),
        core(FollowUpTool.tool(orchestrator), "follow-up"),
        sendFollowUp(orchestrator),
        core(TailAttemptLogs.tool(orchestrator), "attempt", "logs"),
        core(TailSessionMessages.tool(orchestrator), "attempt", "messages"),
        operator(ListApprovals.tool(orchestrator), "approvals", "list"),
        full(RespondApproval.tool(orchestrator), "approvals", "respond"),
        operator(ForgetApproval.tool(orchestrator), "approvals", "forget"),
        core(StopAttempt.tool(orchestrator), "attempt", "stop"),
        operator(StartDevServer.tool(orchestrator), "attempt", "dev", "start"),
        operator(StopDevServer.tool(orchestrator), "attempt", "dev", "stop"),
        core(GetContext.tool(orchestrator), "attempt", "context"));
  }

  private static List<Operation> review(Supplier<Orchestrator> orchestrator) {
    return List.of(
        core(GetAttemptChanges.tool(orchestrator), "attempt", "changes"),
        core(GetAttemptFile.tool(orchestrator), "attempt", "file"),
        core(GetAttemptPatch.tool(orchestrator), "attempt", "patch"),
        full(UpdateAttempt.tool(orchestrator), "attempt", "update"),
        operator(ListComments.tool(orchestrator), "attempt", "comments"),
        operator(AddComment.tool(orchestrator), "attempt", "comment"),
        operator(RemoveComment.tool(orchestrator), "attempt", "uncomment"),
        operator(SendComments.tool(orchestrator), "attempt", "send-comments"),
        full(MergeAttempt.tool(orchestrator), "attempt", "merge"),
        full(DeleteAttempt.tool(orchestrator), "attempt", "delete"),
        operator(Prune.tool(orchestrator), "prune"),
        operator(FindIds.tool(orchestrator), "find"));
  }

  private static Operation sendFollowUp(Supplier<Orchestrator> orchestrator) {
    var tool = SendFollowUp.tool(orchestrator);
    var names = new LinkedHashMap<String, String>();
    names.put("execution_process_id", "id");
    names.put("attempt_id", "task_attempt_id");
    return new Operation(
        tool,
        List.of("task", "follow-up"),
        List.of(
            Endpoint.of(tool.name()),
            new Endpoint("/api/task-attempts/by-task-id/{task_id}/follow-up", names)),
        Reach.CORE);
  }

  /** Scripts run code, so that only people may set them. */
  private static Operation addRepo(Supplier<Orchestrator> orchestrator) {
    return new Operation(
        AddRepo.tool(orchestrator),
        List.of("repo", "add"),
        List.of(Endpoint.of(AddRepo.NAME)),
        Reach.FULL,
        AddRepoWithSettings.tool(orchestrator));
  }

  /** Models archive a task; people also all that are done. */
  private static Operation archiveTask(Supplier<Orchestrator> orchestrator) {
    return new Operation(
        ArchiveTask.tool(orchestrator),
        List.of("task", "archive"),
        List.of(Endpoint.of(ArchiveTask.NAME)),
        Reach.FULL,
        ArchiveTasks.tool(orchestrator));
  }

  /** Models ask for the attempts at a task; people also for all. */
  private static Operation listAttempts(Supplier<Orchestrator> orchestrator) {
    return new Operation(
        ListTaskAttempts.tool(orchestrator),
        List.of("attempt", "list"),
        List.of(Endpoint.of(ListTaskAttempts.NAME)),
        Reach.CORE,
        ListAttempts.tool(orchestrator));
  }

  private static Operation operator(Tool<?, ?> tool, String... verb) {
    return new Operation(tool, List.of(verb), List.of(Endpoint.of(tool.name())), Reach.OPERATOR);
  }

  private static Operation core(Tool<?, ?> tool, String... verb) {
    return new Operation(tool, List.of(verb), List.of(Endpoint.of(tool.name())), Reach.CORE);
  }

  private static Operation full(Tool<?, ?> tool, String... verb) {
    return new Operation(tool, List.of(verb), List.of(Endpoint.of(tool.name())), Reach.FULL);
  }
}
