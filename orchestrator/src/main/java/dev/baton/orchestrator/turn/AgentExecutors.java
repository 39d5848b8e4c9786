package dev.baton.orchestrator.turn;

import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.AgentExecutor;
import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.Availability;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.failure.BoardFailureCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds executors and their variants, or says which there are. Thread safe. */
public final class AgentExecutors {
  private final Supplier<AgentCatalogue> catalogue;

  /**
   * Executors by name.
   *
   * @param catalogue asked at every call, since settings change
   */
  public AgentExecutors(Supplier<AgentCatalogue> catalogue) {
    this.catalogue = catalogue;
  }

  public AgentCatalogue catalogue() {
    return catalogue.get();
  }

  public AgentExecutor load(String name) {
    return load(name, "");
  }

  private AgentExecutor load(String name, String parent) {
    return catalogue()
        .find(name)
        .orElseThrow(
            () ->
                new ToolFailure(
                    BoardFailureCode.EXECUTOR_NOT_FOUND,
                    "There is no executor '%s'%s"
                        .formatted(name, NearestWord.asked(name, catalogue().names())),
                    "Call list_executors and pass one of its names as executor",
                    unknown(
                        parent + "/executor",
                        "no executor '%s'".formatted(name),
                        "executors",
                        catalogue().names())));
  }

  /** An executor that can run here and now. */
  public AgentExecutor loadAvailable(String name) {
    var executor = load(name);
    if (executor.availability() instanceof Availability.Unavailable unavailable) {
      throw new ToolFailure(
          BoardFailureCode.EXECUTOR_UNAVAILABLE,
          "Executor %s cannot run: %s".formatted(name, unavailable.reason()),
          "Call list_executors and choose an executor that is available, or repair this one",
          Map.of("executor", name));
    }
    return executor;
  }

  /**
   * The same for a message to an attempt, whose executor nobody can choose again.
   *
   * @throws ToolFailure if it is not there, or cannot run
   */
  public void requireAvailable(Attempt attempt) {
    try {
      loadAvailable(attempt.executor());
    } catch (ToolFailure e) {
      throw new ToolFailure(
          e.code(),
          String.valueOf(e.getMessage()),
          "Repair it, because an attempt keeps its executor; or call start_task_attempt with one that list_executors shows as available",
          e.details());
    }
  }

  /**
   * The variant of an executor, as long as the settings have both.
   *
   * @param variant the empty text stands for the default
   */
  Optional<AgentVariant> findVariant(String executor, String variant) {
    return catalogue()
        .find(executor)
        .flatMap(
            found ->
                variant.isEmpty()
                    ? Optional.of(found.defaultVariant())
                    : found.findVariant(variant));
  }

  /**
   * The variant of an executor.
   *
   * @param variant the empty text stands for the default
   */
  public AgentVariant variant(String executor, String variant) {
    return variant(executor, variant, "");
  }

  /**
   * The same.
   *
   * @param parent JSON pointer to the argument that has both, which a refusal names
   */
  public AgentVariant variant(String executor, String variant, String parent) {
    var found = load(executor, parent);
    return variant.isEmpty()
        ? found.defaultVariant()
        : found
            .findVariant(variant)
            .orElseThrow(
                () ->
                    new ToolFailure(
                        FailureCode.INVALID_ARGUMENT,
                        "Executor %s has no variant '%s'%s"
                            .formatted(executor, variant, NearestWord.asked(variant, names(found))),
                        "Repeat the call with a variant that list_executors shows, or without"
                            + " variant",
                        unknown(
                            parent + "/variant",
                            "no variant '%s'".formatted(variant),
                            "variants",
                            names(found))));
  }

  /** Fails if the executor does not take what is asked for. */
  public void check(String executor, ModelChoice choice) {
    check(executor, load(executor).models(), choice);
  }

  /** The same of an executor that may be on another node. */
  public void check(String executor, ModelCatalogue models, ModelChoice choice) {
    choice.model().ifPresent(model -> check(executor, "model", model, models.models()));
    choice.effort().ifPresent(effort -> check(executor, "effort", effort, models.efforts()));
  }

  private static void check(String executor, String field, String asked, List<String> known) {
    if (known.contains(asked)) {
      return;
    }
    var details = unknown("/" + field, "no %s '%s'".formatted(field, asked), field + "s", known);
    throw known.isEmpty()
        ? new ToolFailure(
            FailureCode.INVALID_ARGUMENT,
            "Executor %s has no choice of %s".formatted(executor, field),
            "Repeat the call without %s, or name what it takes as executors.%s.%ss in config.yaml"
                .formatted(field, executor, field),
            details)
        : new ToolFailure(
            FailureCode.INVALID_ARGUMENT,
            "Executor %s has no %s '%s'%s"
                .formatted(executor, field, asked, NearestWord.asked(asked, known)),
            "Repeat the call without %s, or with one of: %s"
                .formatted(field, String.join(", ", known)),
            details);
  }

  private static Map<String, ?> unknown(
      String path, String problem, String list, List<String> known) {
    var details = new LinkedHashMap<String, Object>(ToolFailure.at(path, problem));
    details.put(list, known);
    return details;
  }

  private static List<String> names(AgentExecutor executor) {
    return executor.variants().stream().map(AgentVariant::name).toList();
  }
}
