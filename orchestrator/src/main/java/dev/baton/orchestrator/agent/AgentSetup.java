package dev.baton.orchestrator.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parts that all executors share: a name, a program, the user's settings and the variables of
 * the server. Immutable and thread safe.
 */
public record AgentSetup(
    String name, AgentProgram program, ExecutorSettings settings, ServerVariables variables) {
  /** The variants of an agent that has these by itself. */
  public List<AgentVariant> variants(List<AgentVariant> builtIn) {
    return settings.variants(builtIn);
  }

  /** The variant of a turn that names none. */
  public AgentVariant defaultVariant(List<AgentVariant> builtIn) {
    var name = settings.defaultVariant().orElse(TurnMode.DEFAULT.name());
    return variants(builtIn).stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Executor %s has no variant %s for its default: choose one of %s"
                        .formatted(name(), name, variantNames(builtIn))));
  }

  private List<String> variantNames(List<AgentVariant> builtIn) {
    return variants(builtIn).stream().map(AgentVariant::name).toList();
  }

  /** The program, these arguments, those of the variant, and the last ones. */
  public List<String> argv(List<String> arguments, AgentVariant variant, List<String> last) {
    var argv = new ArrayList<>(program.command());
    argv.addAll(arguments);
    argv.addAll(variant.arguments());
    argv.addAll(last);
    return argv;
  }

  /**
   * All variables of a turn.
   *
   * @param passed names that are passed on if the server has them
   * @param own what this agent is always given
   */
  public Map<String, String> environment(
      TurnRequest request, Set<String> passed, Map<String, String> own) {
    var all = new TreeMap<>(variables.with(passed));
    all.putAll(own);
    all.put("BATON_ATTEMPT_ID", request.attemptId().toString());
    all.putAll(settings.environment());
    all.putAll(request.variant().environment());
    return all;
  }
}
