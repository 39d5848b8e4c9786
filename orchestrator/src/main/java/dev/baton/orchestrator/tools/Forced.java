package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.orchestrator.Orchestrator;
import java.util.Optional;
import java.util.function.Supplier;

/** A request as people send it: that of models, and whether it goes past a budget. */
interface Forced<I> {
  /** What a tool does with both. */
  interface ForcedWork<I, O> {
    O handle(Orchestrator orchestrator, I request, boolean force, RequestContext context);
  }

  I message();

  Optional<Boolean> force();

  /** For models, who never go past a budget. */
  static <I, O> OperationHandler<I, O> never(
      Supplier<Orchestrator> orchestrator, ForcedWork<I, O> work) {
    return new OperationHandler<>(
        orchestrator, (it, request, context) -> work.handle(it, request, false, context));
  }

  /** For people, who may. */
  static <I, P extends Forced<I>, O> OperationHandler<P, O> handler(
      Supplier<Orchestrator> orchestrator, ForcedWork<I, O> work) {
    return new OperationHandler<>(
        orchestrator,
        (it, request, context) ->
            work.handle(it, request.message(), request.force().orElse(false), context));
  }
}
