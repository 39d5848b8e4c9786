package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.model.ModelChoice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One way to run an agent.
 *
 * @param access what the agent may do without asking
 * @param choice the model and its effort; the agent chooses what is empty
 * @param arguments added to the agent's command line
 * @param environment variables that the agent gets besides the common ones
 */
public record AgentVariant(
    String name,
    TurnMode mode,
    Access access,
    ModelChoice choice,
    List<String> arguments,
    Map<String, String> environment) {
  /** Runs what it likes, without asking. */
  static final String TRUSTED = "TRUSTED";

  private static final Pattern NAME = Pattern.compile("[A-Z][A-Z0-9_]{0,63}");

  /** How far an agent may go without asking. */
  public enum Access {
    /** It may edit its workspace, and nothing more. */
    WORKSPACE,
    /** It may do whatever the user of the server may. */
    FULL
  }

  public AgentVariant {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "Variant name '%s': use capital letters, digits and _, at most 64, a letter first"
              .formatted(name));
    }
    arguments = List.copyOf(arguments);
    environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
  }

  /** What every agent with conversations can. */
  public static List<AgentVariant> common() {
    return List.of(
        of(TurnMode.DEFAULT),
        of(TurnMode.NO_CONTEXT),
        of(TurnMode.PLAN),
        of(TurnMode.APPROVALS),
        of(TRUSTED, TurnMode.DEFAULT).withAccess(Access.FULL));
  }

  /** The same, and to go on in a copy of a conversation. */
  public static List<AgentVariant> commonAndFork() {
    return Stream.concat(common().stream(), Stream.of(of(TurnMode.FORK))).toList();
  }

  /** A variant with the agent's own settings, named after its mode. */
  public static AgentVariant of(TurnMode mode) {
    return of(mode.name(), mode);
  }

  public static AgentVariant of(String name, TurnMode mode) {
    return new AgentVariant(name, mode, Access.WORKSPACE, ModelChoice.NONE, List.of(), Map.of());
  }

  /** The same, with this model and effort as far as they are chosen. */
  public AgentVariant with(ModelChoice chosen) {
    return new AgentVariant(name, mode, access, chosen.or(choice), arguments, environment);
  }

  public Optional<String> model() {
    return choice.model();
  }

  public Optional<String> effort() {
    return choice.effort();
  }

  public AgentVariant withAccess(Access value) {
    return new AgentVariant(name, mode, value, choice, arguments, environment);
  }

  public AgentVariant withArguments(List<String> values) {
    return new AgentVariant(name, mode, access, choice, values, environment);
  }

  public AgentVariant withEnvironment(Map<String, String> values) {
    return new AgentVariant(name, mode, access, choice, arguments, values);
  }

  /**
   * True if an agent of this variant can do nothing that one of the other cannot. Arguments and
   * environments of their own may mean anything, so they have to be the same.
   */
  public boolean isNoFreerThan(AgentVariant other) {
    return mode.freedom() <= other.mode.freedom()
        && access.compareTo(other.access) <= 0
        && arguments.equals(other.arguments)
        && environment.equals(other.environment);
  }

  /** True if the agent may do everything without asking. */
  public boolean hasFullAccess() {
    return access == Access.FULL;
  }
}
