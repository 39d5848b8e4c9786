package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.model.ModelCatalogue;
import java.util.List;
import java.util.Optional;

/**
 * A kind of coding agent: it says what to run for a turn and how to read it. Immutable and thread
 * safe; the readers that it makes are not.
 */
public interface AgentExecutor {
  /** The program and the user's settings for it. */
  AgentSetup setup();

  /** The common ways to run it that this agent can. */
  List<AgentVariant> builtIn();

  /** The models and efforts that this agent is known to take. */
  default ModelCatalogue knownModels() {
    return ModelCatalogue.NONE;
  }

  /**
   * What to start for this turn; looks at the workspace, which must exist.
   *
   * @throws TurnRefusedException if the agent cannot be kept from running code of the repository
   */
  TurnCommand command(TurnRequest request);

  /** A fresh reader for the output of this turn; fed with all lines again, it says the same. */
  TurnReader reader(TurnRequest request);

  /** The name by which tools and people call it, such as {@code CLAUDE_CODE}. */
  default String name() {
    return setup().name();
  }

  /** Ways to run it: the common ones that this agent can, then the user's own. */
  default List<AgentVariant> variants() {
    return setup().variants(builtIn());
  }

  /** The variant of a turn that names none. */
  default AgentVariant defaultVariant() {
    return setup().defaultVariant(builtIn());
  }

  /** The models and efforts that a turn can ask for. */
  default ModelCatalogue models() {
    return setup().settings().models(knownModels());
  }

  /** True if its command or its reader shows the images of a turn; else the prompt says where. */
  default boolean takesImages() {
    return false;
  }

  /** True if the agent can call the tools of this server. */
  default boolean supportsMcp() {
    return true;
  }

  /** Whether it can run here, asked anew at every call; answers within seconds. */
  default Availability availability() {
    return setup().program().availability();
  }

  /** The variant of that name, in the spelling of {@link #variants()}. */
  default Optional<AgentVariant> findVariant(String name) {
    return variants().stream().filter(variant -> variant.name().equals(name)).findFirst();
  }
}
