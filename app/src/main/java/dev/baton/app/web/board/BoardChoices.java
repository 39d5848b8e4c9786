package dev.baton.app.web.board;

import dev.baton.app.web.frame.Frame;
import dev.baton.app.web.text.AgentNames;
import dev.baton.app.web.text.PriorityView;
import dev.baton.app.web.text.VisibleText;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.board.BoardTaskFilter.WorkState;
import dev.baton.orchestrator.fleet.NodeFacts;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The choices by which the board of a frame can be filtered. */
record BoardChoices(Orchestrator orchestrator, Frame frame, BoardFilter filter) {
  /**
   * One thing by which a board is filtered.
   *
   * @param name of the field, as it stands in the address
   * @param title what the reader calls it
   * @param chosen empty if it leaves out nothing
   * @param without the address of the board without it
   */
  record ChoiceView(
      String name,
      String title,
      List<OptionView> options,
      Optional<OptionView> chosen,
      String without) {}

  /** What can be chosen. */
  record OptionView(String value, String words) {}

  /** Those that have something to choose. */
  List<ChoiceView> list() {
    return Stream.of(
            choice("project", "Project", projects()),
            choice("label", "Label", labels()),
            choice("priority", "Priority", priorities()),
            choice("agent", "Agent", agents()),
            choice("state", "State", states()))
        .filter(choice -> !choice.options().isEmpty() || choice.chosen().isPresent())
        .toList();
  }

  private ChoiceView choice(String name, String title, List<OptionView> options) {
    var value = filter.text(name);
    var chosen =
        Stream.concat(
                options.stream().filter(option -> option.value().equals(value)),
                // why: an address may name what is gone, and the reader must be able to leave it
                Stream.of(new OptionView(value, VisibleText.of(value))))
            .filter(_ -> !value.isEmpty())
            .findFirst();
    return new ChoiceView(
        name, title, options, chosen, filter.without(name).address(frame.boardAddress()));
  }

  /** A board of one project has it in its path. */
  private List<OptionView> projects() {
    return frame.project().isPresent() || frame.projects().size() < 2
        ? List.of()
        : frame.projects().stream()
            .map(it -> new OptionView(it.id().toString(), frame.name(it)))
            .toList();
  }

  private List<OptionView> labels() {
    return frame.projects().stream()
        .filter(it -> frame.project().isEmpty() || frame.project().get().equals(it))
        .flatMap(it -> orchestrator.labels().list(it.id()).stream())
        .map(use -> use.label().name())
        .distinct()
        .sorted(String.CASE_INSENSITIVE_ORDER)
        .map(name -> new OptionView(name, VisibleText.of(name)))
        .toList();
  }

  private static List<OptionView> priorities() {
    return PriorityView.all().stream().map(it -> new OptionView(it.value(), it.word())).toList();
  }

  private List<OptionView> agents() {
    var elsewhere =
        orchestrator.nodes().list().stream()
            .flatMap(node -> node.facts().stream())
            .flatMap(facts -> facts.executors().stream())
            .map(NodeFacts.Executor::name);
    return Stream.concat(orchestrator.executors().names().stream(), elsewhere)
        .distinct()
        .map(name -> new OptionView(name, AgentNames.of(name)))
        .toList();
  }

  private static List<OptionView> states() {
    return Stream.of(WorkState.values())
        .map(state -> new OptionView(state.word(), BoardFilter.words(state)))
        .toList();
  }
}
