package dev.baton.orchestrator.agent;

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
 * @param environment variables for every turn
 * @param variants the user's own, which win over built-in ones of the same name
 * @param defaultVariant the variant of a turn that names none; {@code DEFAULT} if empty
 */
public record ExecutorSettings(
    List<String> command,
    Map<String, String> environment,
    List<AgentVariant> variants,
    Optional<String> defaultVariant) {
  /** Nothing configured. */
  public static final ExecutorSettings NONE =
      new ExecutorSettings(List.of(), Map.of(), List.of(), Optional.empty());

  public ExecutorSettings {
    command = List.copyOf(command);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    variants = List.copyOf(variants);
  }

  /** Settings that only name a program. */
  public static ExecutorSettings ofCommand(List<String> command) {
    return new ExecutorSettings(command, Map.of(), List.of(), Optional.empty());
  }

  /** The built-in variants with the user's own in their place or after them. */
  List<AgentVariant> variants(List<TurnMode> builtIn) {
    var all = new LinkedHashMap<String, AgentVariant>();
    builtIn.forEach(mode -> all.put(mode.name(), AgentVariant.of(mode)));
    variants.forEach(variant -> all.put(variant.name(), variant));
    return List.copyOf(new ArrayList<>(all.values()));
  }
}
