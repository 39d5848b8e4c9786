package dev.baton.app.web.text;

import dev.baton.mcp.transport.Fields;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The fields of a form by which the model of a turn and its effort are chosen.
 *
 * @param suffix tells them from those of other agents in the same form
 * @param agent whose they are, for who cannot see it
 */
public record ModelFields(
    String suffix, String agent, ModelCatalogue catalogue, ModelChoice chosen) {
  /** What was chosen in a form; what the agent does not have is refused later. */
  public static ModelChoice read(Fields form, String suffix) {
    return new ModelChoice(form.find("model" + suffix), form.find("effort" + suffix));
  }

  /** What was asked for, such as {@code opus, high}; an empty text if nothing was. */
  public static String words(ModelChoice choice) {
    return Stream.concat(choice.model().stream(), choice.effort().stream())
        .map(VisibleText::line)
        .collect(Collectors.joining(", "));
  }

  public boolean isChosenModel(String model) {
    return chosen.model().filter(model::equals).isPresent();
  }

  public boolean isChosenEffort(String effort) {
    return chosen.effort().filter(effort::equals).isPresent();
  }
}
