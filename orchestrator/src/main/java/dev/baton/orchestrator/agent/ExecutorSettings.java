package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the user configured for one executor.
 *
 * @param command replaces the program that is looked for on the path; may hold first arguments
 * @param arguments added to the command line of every turn
 * @param environment variables for every turn
 * @param choice the model and effort of variants that name none; the agent chooses what is empty
 * @param models what can be chosen besides the models that are known
 * @param variants the user's own, which win over built-in ones of the same name
 * @param defaultVariant the variant of a turn that names none; {@code DEFAULT} if empty
 */
public record ExecutorSettings(
    List<String> command,
    List<String> arguments,
    Map<String, String> environment,
    ModelChoice choice,
    ModelCatalogue models,
    List<AgentVariant> variants,
    Optional<String> defaultVariant) {
  /** The settings of an executor that the user has not configured. */
  public static final ExecutorSettings NONE = ofCommand(List.of());

  public ExecutorSettings {
    command = List.copyOf(command);
    arguments = List.copyOf(arguments);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    variants = List.copyOf(variants);
  }

  /** Settings that only name a program. */
  public static ExecutorSettings ofCommand(List<String> command) {
    return new ExecutorSettings(
        command,
        List.of(),
        Map.of(),
        ModelChoice.NONE,
        ModelCatalogue.NONE,
        List.of(),
        Optional.empty());
  }

  /** The built-in variants with the user's own in their place or after them. */
  List<AgentVariant> variants(List<AgentVariant> builtIn) {
    var all = new LinkedHashMap<String, AgentVariant>();
    builtIn.forEach(variant -> all.put(variant.name(), variant));
    variants.forEach(variant -> all.put(variant.name(), variant));
    return all.values().stream().map(this::complete).toList();
  }

  /** What can be chosen: what is known, what the user adds, and what the settings use anyway. */
  ModelCatalogue models(ModelCatalogue known) {
    var all = known.and(models).and(choice);
    for (var variant : variants) {
      all = all.and(variant.choice());
    }
    return all;
  }

  private AgentVariant complete(AgentVariant variant) {
    var all = new ArrayList<>(arguments);
    all.addAll(variant.arguments());
    return variant.withArguments(all).with(variant.choice().or(choice));
  }
}
