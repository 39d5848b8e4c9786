package dev.baton.orchestrator.agent.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * The models and efforts that an executor takes, best known first.
 *
 * @param models names of models, as the agent's program spells them; empty if none can be chosen
 * @param efforts how hard a model can be told to think; empty if that cannot be chosen
 */
public record ModelCatalogue(List<String> models, List<String> efforts) {
  /** Nothing can be chosen. */
  public static final ModelCatalogue NONE = new ModelCatalogue(List.of(), List.of());

  public ModelCatalogue {
    models = models.stream().distinct().toList();
    efforts = efforts.stream().distinct().toList();
  }

  /** Whether all that is asked for can be chosen. */
  public boolean takes(ModelChoice choice) {
    return choice.model().stream().allMatch(models::contains)
        && choice.effort().stream().allMatch(efforts::contains);
  }

  /** Both, without doubles. */
  public ModelCatalogue and(ModelCatalogue other) {
    return new ModelCatalogue(
        Stream.concat(models.stream(), other.models.stream()).toList(),
        Stream.concat(efforts.stream(), other.efforts.stream()).toList());
  }

  /** What is in use anyway can be chosen, too. */
  public ModelCatalogue and(ModelChoice choice) {
    return and(
        new ModelCatalogue(choice.model().stream().toList(), choice.effort().stream().toList()));
  }
}
