package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.call.CallFailures;
import dev.baton.orchestrator.planning.Blockers;
import dev.baton.orchestrator.planning.BoardReference;
import dev.baton.orchestrator.planning.BoardReference.Kind;
import dev.baton.orchestrator.planning.BoardReference.Place;
import dev.baton.orchestrator.progress.Attempts.AttemptContext;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keeps agents within their scope and their turn, whichever way a call takes: it is a part of the
 * tool. Thread safe.
 */
final class AgentReach {
  private static final Set<String> STATUSES_OF_PEOPLE = Set.of("todo", "done");

  private final String tool;
  private final AgentScope scope;
  private final Supplier<Orchestrator> orchestrator;

  private AgentReach(String tool, AgentScope scope, Supplier<Orchestrator> orchestrator) {
    this.tool = tool;
    this.scope = scope;
    this.orchestrator = orchestrator;
  }

  /** The same tool, which does for an agent only what its scope allows. */
  static Tool<?, ?> guard(Tool<?, ?> tool, Supplier<Orchestrator> orchestrator) {
    return tool.guardedBy(
        new AgentReach(tool.name(), AgentScope.of(tool.name()), orchestrator)::check);
  }

  private void check(ObjectNode arguments, RequestContext context) {
    AttemptOwner.of(context.owner())
        .ifPresent(
            agent -> {
              try {
                checkTurn(agent.attemptId(), context);
                check(agent.attemptId(), references(arguments));
                PlacementJson.findNeighbour(arguments)
                    .ifPresent(id -> checkNeighbour(agent.attemptId(), id));
                checkPlans(agent.attemptId(), arguments);
                checkLabels(agent.attemptId(), arguments);
                checkStatus(agent.attemptId(), arguments);
              } catch (RuntimeException e) {
                throw CallFailures.of(e);
              }
            });
  }

  /** What an agent has begun, such as a workflow's run, may still go on when its turn has ended. */
  private static void checkTurn(UUID attemptId, RequestContext context) {
    context
        .permit()
        .findRefusal()
        .ifPresent(
            reason -> {
              throw refusal(
                  attemptId,
                  reason,
                  "Nothing more is done for a turn that has ended; call it again in the next one");
            });
  }

  private static List<BoardReference> references(ObjectNode arguments) {
    return Stream.of(Kind.values())
        .flatMap(
            kind ->
                arguments.path(kind.field()).asStringOpt().stream()
                    .map(id -> new BoardReference(kind, UUID.fromString(id))))
        .toList();
  }

  private void check(UUID attemptId, List<BoardReference> references) {
    if (scope == AgentScope.NOTHING) {
      throw refusal(attemptId, "Agents may not call %s".formatted(tool), "Ask the user to do it");
    }
    var own = orchestrator.get().attempts().context(attemptId);
    for (var reference : references) {
      var place = orchestrator.get().board().findPlace(reference);
      if (place.filter(isReached(own)).isEmpty()) {
        // why: what an agent may not see must look as if it were not there
        throw scope == AgentScope.READS_OWN_PROJECT
            ? reference.notFound()
            : refusal(
                attemptId,
                "The agent of attempt %s may not call %s with %s %s"
                    .formatted(attemptId, tool, reference.kind().field(), reference.id()),
                "An agent's token is good for its own attempt %s; ask the user for anything else"
                    .formatted(attemptId));
      }
    }
  }

  /** An agent's task may stand beside another of its project. */
  private void checkNeighbour(UUID attemptId, UUID taskId) {
    var project = orchestrator.get().attempts().context(attemptId).project().id();
    var neighbour = new BoardReference(Kind.TASK, taskId);
    if (orchestrator
        .get()
        .board()
        .findPlace(neighbour)
        .filter(place -> place.projectId().equals(project))
        .isEmpty()) {
      throw neighbour.notFound();
    }
  }

  /** What an agent plans stays in its project, and starts no other agent. */
  private void checkPlans(UUID attemptId, ObjectNode arguments) {
    refuseField(attemptId, arguments, "auto_start", "start the task");
    refuseField(attemptId, arguments, "budget", "say what may be spent");
    var project = orchestrator.get().attempts().context(attemptId).project().id();
    var blockers = arguments.path("blocked_by");
    for (int place = 0; place < blockers.size(); place++) {
      var text = blockers.path(place).asString("");
      if (orchestrator.get().board().isHidden(project, text)) {
        throw Blockers.missing(text, place);
      }
    }
  }

  /**
   * Refuses a label by which its project takes tasks: it starts the task, so that only people may
   * give it.
   */
  private void checkLabels(UUID attemptId, ObjectNode arguments) {
    var given = arguments.path("labels").valueStream().map(it -> it.asString("").strip()).toList();
    // why: a list may be asked for by any label
    if (given.isEmpty() || scope == AgentScope.READS_OWN_PROJECT) {
      return;
    }
    var own = orchestrator.get().attempts().context(attemptId);
    var has =
        scope == AgentScope.OWN_TASK
            ? orchestrator.get().board().loadTask(own.task().id()).labels()
            : List.<Label>of();
    given.stream()
        .filter(name -> has.stream().noneMatch(label -> label.name().equals(name)))
        .filter(takenBy(own.project().id())::contains)
        .findFirst()
        .ifPresent(
            name -> {
              throw refusal(
                  attemptId,
                  "Agents may not give a task the label '%s': project '%s' starts tasks with it by itself"
                      .formatted(name, own.project().name()),
                  "Repeat the call without it in labels; ask the user to give it");
            });
  }

  private List<String> takenBy(UUID projectId) {
    return orchestrator.get().projects().load(projectId).pull().map(Pull::labels).orElse(List.of());
  }

  /** What is done lets others begin, and what is to be done may be begun again. */
  private void checkStatus(UUID attemptId, ObjectNode arguments) {
    var status = arguments.path("status").asString("");
    if (scope == AgentScope.OWN_TASK && STATUSES_OF_PEOPLE.contains(status)) {
      throw refusal(
          attemptId,
          "Agents may not call %s with status %s".formatted(tool, status),
          "Repeat the call without status and end your turn, which puts the task into review; the"
              + " user decides what becomes of it then");
    }
  }

  private void refuseField(UUID attemptId, ObjectNode arguments, String field, String deed) {
    if (arguments.has(field)) {
      throw refusal(
          attemptId,
          "Agents may not call %s with %s".formatted(tool, field),
          "Repeat the call without %s; ask the user to %s".formatted(field, deed));
    }
  }

  private Predicate<Place> isReached(AttemptContext own) {
    return switch (scope) {
      case READS_OWN_PROJECT, ADDS_TO_OWN_PROJECT ->
          place -> place.projectId().equals(own.project().id());
      case OWN_TASK -> place -> place.taskId().equals(Optional.of(own.task().id()));
      case OWN_ATTEMPT -> place -> place.attemptId().equals(Optional.of(own.attemptId()));
      case NOTHING -> _ -> false;
    };
  }

  private static ToolFailure refusal(UUID attemptId, String message, String hint) {
    return new ToolFailure(
        FailureCode.INVALID_ARGUMENT, message, hint, Map.of("attempt_id", attemptId));
  }
}
