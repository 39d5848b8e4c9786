package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.TurnCommand.TurnFile;
import dev.baton.orchestrator.agent.TurnRequest;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Settings that make one agent speak the protocol and stay within its workspace.
 *
 * @param name of the executor
 * @param title how people call the agent
 * @param program looked for on the path
 * @param passed variables of the server that it may see
 * @param models what it is known to take
 * @param starter says how it is started for a turn, which includes the model
 */
public record AcpProfile(
    String name,
    String title,
    String program,
    Set<String> passed,
    List<String> models,
    Function<TurnRequest, Launch> starter) {
  public AcpProfile {
    passed = Set.copyOf(passed);
    models = List.copyOf(models);
  }

  /** An agent of the user, of which nothing is known but its command. */
  public static AcpProfile of(String name) {
    return new AcpProfile(name, name, "", Set.of(), List.of(), _ -> Launch.PLAIN);
  }

  /** True if the model is told in the protocol, because nobody knows an option for it. */
  boolean asksForModel() {
    return program.isEmpty();
  }

  Launch launch(TurnRequest request) {
    return starter.apply(request);
  }

  /**
   * What is added to the program for a turn.
   *
   * @param before the start of a command line that ends by running the rest of it
   */
  record Launch(
      List<String> before,
      List<String> arguments,
      Map<String, String> environment,
      List<TurnFile> files) {
    static final Launch PLAIN = new Launch(List.of(), Map.of(), List.of());

    Launch {
      before = List.copyOf(before);
      arguments = List.copyOf(arguments);
      environment = Collections.unmodifiableMap(new TreeMap<>(environment));
      files = List.copyOf(files);
    }

    Launch(List<String> arguments, Map<String, String> environment, List<TurnFile> files) {
      this(List.of(), arguments, environment, files);
    }
  }
}
