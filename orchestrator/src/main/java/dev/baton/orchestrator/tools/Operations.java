package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.tools.Operation.Reach;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The one list of operations: tools, verbs of the command line and HTTP endpoints come from it. */
public final class Operations {
  private Operations() {}

  /** All operations, in the order in which a user meets them. */
  public static List<Operation> of(Orchestrator orchestrator) {
    return HintWording.in(of(() -> orchestrator));
  }

  /** All operations, of which models are offered only the core. */
  public static List<Operation> coreOf(Orchestrator orchestrator) {
    return HintWording.in(of(() -> orchestrator).stream().map(Operation::coreForModels).toList());
  }

  /** All operations as they are described; none of them can be called. */
  public static List<Operation> described() {
    return of(Operations::none);
  }

  /**
   * The operation whose verb these words begin with, as it is described. Only this one is made:
   * every call of the command line would wait for the others.
   */
  public static Optional<Operation> findDescribed(List<String> words) {
    return entries()
        .filter(entry -> entry.begins(words))
        // why no comparator: Java makes the classes of those anew at every start
        .reduce((one, other) -> other.verb().size() > one.verb().size() ? other : one)
        .map(entry -> entry.operation(Operations::none));
  }

  private static Orchestrator none() {
    throw new IllegalStateException("There is no orchestrator here; call the server");
  }

  /** An operation that is made when somebody wants it. */
  private record Entry(
      List<String> verb, Function<Supplier<Orchestrator>, Operation> operationWith) {
    boolean begins(List<String> words) {
      return words.size() >= verb.size() && words.subList(0, verb.size()).equals(verb);
    }

    Operation operation(Supplier<Orchestrator> orchestrator) {
      return operationWith
          .apply(orchestrator)
          .guarded(tool -> AgentReach.guard(tool, orchestrator))
          .withRemoteCall(orchestrator)
          .shortForAgents();
    }
  }

  private static List<Operation> of(Supplier<Orchestrator> orchestrator) {
    return entries().map(entry -> entry.operation(orchestrator)).toList();
  }

  private static Stream<Entry> entries() {
    return Stream.of(board(), attempts(), review(), nodes()).flatMap(List::stream);
  }

  private static List<Entry> board() {
    return List.of(
        core(ListProjects::tool, "project", "list"),
        full(CreateProject::tool, "project", "add"),
        full(RenameProject::tool, "project", "rename"),
        entry(UpdateProject::tool, UpdateProject::toolOfPeople, Reach.FULL, "project", "update"),
        full(ArchiveProject::tool, "project", "archive"),
        operator(SetProject::tool, "project", "set"),
        core(ListRepos::tool, "repo", "list"),
        // why two tools: scripts run code, so that only people may set them
        entry(AddRepo::tool, AddRepoWithSettings::tool, Reach.FULL, "repo", "add"),
        operator(SetRepo::tool, "repo", "set"),
        core(ListTasks::tool, "task", "list"),
        core(GetTask::tool, "task", "show"),
        core(CreateTask::tool, "task", "add"),
        entry(UpdateTask::tool, UpdateTask::toolOfPeople, Reach.CORE, "task", "update"),
        // why two tools: models archive one task, people also all that are done
        entry(ArchiveTask::tool, ArchiveTasks::tool, Reach.FULL, "task", "archive"),
        core(DeleteTask::tool, "task", "delete"),
        operator(AddImage::tool, "image", "add"),
        operator(RemoveImage::tool, "image", "remove"),
        operator(ListLabels::tool, "label", "list"),
        operator(SetLabel::tool, "label", "set"),
        operator(ListNotices::tool, "notify", "list"),
        operator(TestNotice::tool, "notify", "test"));
  }

  private static List<Entry> attempts() {
    return List.of(
        core(ListExecutors::tool, "executors"),
        // why two tools: what a person forces may also cost more than was planned
        entry(
            StartTaskAttempt::tool, StartTaskAttempt::toolOfPeople, Reach.CORE, "attempt", "start"),
        // why two tools: models ask for the attempts at a task, people also for all
        entry(ListTaskAttempts::tool, ListAttempts::tool, Reach.CORE, "attempt", "list"),
        core(GetAttemptStatus::tool, "attempt", "status"),
        full(ListTurns::tool, "attempt", "turns"),
        entry(RetryTurn::tool, RetryTurn::toolOfPeople, Reach.FULL, "attempt", "retry"),
        full(TailEvents::tool, "events"),
        entry(FollowUpTool::tool, FollowUpTool::toolOfPeople, Reach.CORE, "follow-up"),
        new Entry(List.of("task", "follow-up"), Operations::sendFollowUp),
        core(TailAttemptLogs::tool, "attempt", "logs"),
        core(TailSessionMessages::tool, "attempt", "messages"),
        operator(ListApprovals::tool, "approvals", "list"),
        full(RespondApproval::tool, "approvals", "respond"),
        operator(ForgetApproval::tool, "approvals", "forget"),
        operator(MoveAttempt::tool, "attempt", "move"),
        core(StopAttempt::tool, "attempt", "stop"),
        operator(StartDevServer::tool, "attempt", "dev", "start"),
        operator(StopDevServer::tool, "attempt", "dev", "stop"),
        core(GetContext::tool, "attempt", "context"),
        full(AttachImage::tool, "attempt", "attach"));
  }

  private static List<Entry> review() {
    return List.of(
        core(GetAttemptChanges::tool, "attempt", "changes"),
        core(GetAttemptFile::tool, "attempt", "file"),
        core(GetAttemptPatch::tool, "attempt", "patch"),
        entry(UpdateAttempt::tool, UpdateAttempt::toolOfPeople, Reach.FULL, "attempt", "update"),
        operator(ListComments::tool, "attempt", "comments"),
        operator(AddComment::tool, "attempt", "comment"),
        operator(RemoveComment::tool, "attempt", "uncomment"),
        operator(SendComments::tool, "attempt", "send-comments"),
        full(PushAttempt::tool, "attempt", "push"),
        full(CreatePullRequest::tool, "attempt", "pr"),
        operator(ListPullRequestComments::tool, "attempt", "pr-comments"),
        operator(SendComments::toolForReviewers, "attempt", "send-pr-comments"),
        full(MergeAttempt::tool, "attempt", "merge"),
        full(DeleteAttempt::tool, "attempt", "delete"),
        entry(GetCosts::tool, GetCosts::toolOfPeople, Reach.FULL, "costs"),
        operator(GetInsights::tool, "insights"),
        operator(ExceedBudget::tool, "budget", "exceed"),
        operator(Prune::tool, "prune"),
        operator(FindIds::tool, "find"));
  }

  private static List<Entry> nodes() {
    return List.of(
        operator(ListNodes::tool, "node", "list"),
        operator(DrainNode::tool, "node", "drain"),
        operator(ResumeNode::tool, "node", "resume"),
        operator(RemoveNode::tool, "node", "remove"));
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
        Reach.CORE,
        SendFollowUp.toolOfPeople(orchestrator));
  }

  private static Entry operator(Function<Supplier<Orchestrator>, Tool<?, ?>> tool, String... verb) {
    return entry(tool, Reach.OPERATOR, verb);
  }

  private static Entry core(Function<Supplier<Orchestrator>, Tool<?, ?>> tool, String... verb) {
    return entry(tool, Reach.CORE, verb);
  }

  private static Entry full(Function<Supplier<Orchestrator>, Tool<?, ?>> tool, String... verb) {
    return entry(tool, Reach.FULL, verb);
  }

  private static Entry entry(
      Function<Supplier<Orchestrator>, Tool<?, ?>> maker, Reach reach, String... verb) {
    return new Entry(
        List.of(verb),
        orchestrator -> {
          var tool = maker.apply(orchestrator);
          return new Operation(tool, List.of(verb), List.of(Endpoint.of(tool.name())), reach);
        });
  }

  /** One in which people may do more than models. */
  private static Entry entry(
      Function<Supplier<Orchestrator>, Tool<?, ?>> maker,
      Function<Supplier<Orchestrator>, Tool<?, ?>> makerOfPeople,
      Reach reach,
      String... verb) {
    return new Entry(
        List.of(verb),
        orchestrator -> {
          var tool = maker.apply(orchestrator);
          return new Operation(
              tool,
              List.of(verb),
              List.of(Endpoint.of(tool.name())),
              reach,
              makerOfPeople.apply(orchestrator));
        });
  }
}
