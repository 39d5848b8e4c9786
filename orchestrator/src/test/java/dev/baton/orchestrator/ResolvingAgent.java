package dev.baton.orchestrator;

import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentSetup;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.TurnCommand;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.agent.TurnRequest;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The scripted agent, which does what a test says when it is asked to resolve a conflict.
 *
 * @param script what it does then
 */
record ResolvingAgent(AgentExecutor agent, AtomicReference<String> script)
    implements AgentExecutor {
  @Override
  public AgentSetup setup() {
    return agent.setup();
  }

  @Override
  public List<AgentVariant> builtIn() {
    return agent.builtIn();
  }

  @Override
  public TurnCommand command(TurnRequest request) {
    return agent.command(understood(request));
  }

  @Override
  public TurnReader reader(TurnRequest request) {
    return agent.reader(understood(request));
  }

  private TurnRequest understood(TurnRequest request) {
    if (!request.prompt().contains("is being merged into this work")) {
      return request;
    }
    return new TurnRequest(
        request.attemptId(),
        script.get(),
        request.workspace(),
        request.privateDirectory(),
        request.variant(),
        request.earlierSession(),
        request.mcp(),
        request.trust(),
        request.images());
  }
}
