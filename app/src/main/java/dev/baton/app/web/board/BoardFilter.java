package dev.baton.app.web.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.PriorityView;
import dev.baton.mcp.transport.Fields;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskFilter.WorkFilter;
import dev.baton.orchestrator.board.BoardTaskFilter.WorkState;
import dev.baton.orchestrator.board.BoardTaskStatus;
import java.net.URLEncoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the reader wants to see of a board, as it stands in the address.
 *
 * @param values of the filter, and how many cards of a column are shown where it is not the usual
 *     number
 */
record BoardFilter(Map<String, String> values) {
  private static final List<String> NAMES =
      List.of("q", "project", "label", "priority", "agent", "state");

  static BoardFilter of(Fields query) {
    var values = new LinkedHashMap<String, String>();
    for (var name : NAMES) {
      query
          .find(name)
          .map(String::strip)
          .filter(value -> !value.isEmpty())
          .ifPresent(value -> values.put(name, value));
    }
    for (var status : BoardTaskStatus.values()) {
      query
          .find(status.wireName())
          .filter(BoardFilter::isCards)
          .ifPresent(value -> values.put(status.wireName(), value));
    }
    return new BoardFilter(values);
  }

  /** A state that can be chosen, in words. */
  static String words(WorkState state) {
    return switch (state) {
      case NEEDS_YOU -> "Needs you";
      case RUNNING -> "Running";
      case IN_LINE -> "In line";
      case COMPLETED -> "Completed";
      case FAILED -> "Failed";
      case NOT_BEGUN -> "Not begun";
    };
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }

  boolean isSet() {
    return NAMES.stream().anyMatch(values::containsKey);
  }

  /** What is no number of cards is ignored. */
  private static boolean isCards(String text) {
    return text.matches("[0-9]{1,6}") && Integer.parseInt(text) >= BoardPage.CARDS;
  }

  /** How many cards of a column the reader wants; empty for the usual number. */
  Optional<Integer> findCards(BoardTaskStatus status) {
    return Optional.ofNullable(values.get(status.wireName())).map(Integer::valueOf);
  }

  BoardFilter withCards(BoardTaskStatus status, int cards) {
    return with(status.wireName(), String.valueOf(cards));
  }

  /** The numbers of cards alone, each with the name that it has in the address. */
  BoardFilter cleared() {
    var cards = new LinkedHashMap<>(values);
    NAMES.forEach(cards::remove);
    return new BoardFilter(cards);
  }

  BoardFilter with(String name, String value) {
    var other = new LinkedHashMap<>(values);
    other.put(name, value);
    return new BoardFilter(other);
  }

  BoardFilter without(String name) {
    var other = new LinkedHashMap<>(values);
    other.remove(name);
    return new BoardFilter(other);
  }

  /** The board at this address with this filter. */
  String address(String board) {
    var query =
        values.entrySet().stream()
            .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    return query.isEmpty() ? board : board + "?" + query;
  }

  /** Which tasks; none if a value means nothing. */
  BoardTaskFilter toTasks() {
    var tasks =
        new BoardTaskFilter(
            Optional.empty(),
            Optional.empty(),
            Stream.of(text("label")).filter(label -> !label.isEmpty()).toList(),
            PriorityView.find(text("priority")),
            Stream.of(text("q").split("\\s+")).filter(word -> !word.isEmpty()).toList(),
            false,
            new WorkFilter(agent(), state()));
    return Visit.id(text("project")).map(tasks::ofProject).orElse(tasks);
  }

  /** No agent has an empty name, so that nothing fits where a value means nothing. */
  private Optional<String> agent() {
    var isUnknown =
        (values.containsKey("state") && state().isEmpty())
            || (values.containsKey("priority") && PriorityView.find(text("priority")).isEmpty())
            || (values.containsKey("project") && Visit.id(text("project")).isEmpty());
    return isUnknown ? Optional.of("") : Optional.ofNullable(values.get("agent"));
  }

  Optional<WorkState> state() {
    return Stream.of(WorkState.values())
        .filter(state -> state.word().equals(text("state")))
        .findFirst();
  }
}
