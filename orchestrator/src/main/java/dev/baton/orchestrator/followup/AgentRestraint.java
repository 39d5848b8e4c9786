package dev.baton.orchestrator.followup;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.ProcessDetail;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AgentExecutors;
import java.util.Map;
import java.util.Optional;

/** Agents may ask for more turns, but not for more freedom than they were given. Thread safe. */
final class AgentRestraint {
  private final AgentExecutors executors;

  AgentRestraint(AgentExecutors executors) {
    this.executors = executors;
  }

  /** Fails if an agent asks for a variant that can do more than the one that it runs in. */
  void check(Tables tables, Caller caller, Attempt attempt, FollowUp followUp) {
    if (!AttemptOwner.is(caller.owner())) {
      return;
    }
    var asked = executors.variant(attempt.executor(), followUp.variant().orElse(""));
    var given = findGiven(tables, attempt);
    if (given.filter(name -> !allows(attempt, name, asked)).isPresent()) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "Variant %s may do more than %s, which the user gave this agent"
              .formatted(asked.name(), given.get()),
          "Repeat the call with variant %s, or ask the user to send the message"
              .formatted(given.get()),
          Map.of("variant", asked.name(), "allowed", given.get()));
    }
  }

  /** The variant of the turn under way, or else of the last one. */
  private Optional<String> findGiven(Tables tables, Attempt attempt) {
    return tables
        .turns()
        .findActive(attempt.id())
        .map(turn -> executors.variant(attempt.executor(), turn.variant().orElse("")).name())
        .or(() -> tables.processes().findLatestAgent(attempt.id()).flatMap(ProcessDetail::variant));
  }

  private boolean allows(Attempt attempt, String given, AgentVariant asked) {
    return executors
        .load(attempt.executor())
        .findVariant(given)
        .filter(asked::isNoFreerThan)
        .isPresent();
  }
}
