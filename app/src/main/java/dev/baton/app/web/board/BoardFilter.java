package dev.baton.app.web.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.transport.Fields;
import dev.baton.orchestrator.Cards.Card;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.board.BoardTaskFilter;
import java.net.URLEncoder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the reader wants to see of a board, as it stands in the address. */
record BoardFilter(Map<String, String> values) {
  private static final List<String> NAMES = List.of("q", "label", "agent", "state");

  /** The states that can be chosen, in words. */
  static final Map<String, String> STATES = states();

  private static Map<String, String> states() {
    var states = new LinkedHashMap<String, String>();
    states.put("needs", "Needs you");
    states.put("running", "Running");
    states.put("waiting", "In line");
    states.put("completed", "Completed");
    states.put("failed", "Failed");
    states.put("none", "Not begun");
    return Collections.unmodifiableMap(states);
  }

  static BoardFilter of(Fields query) {
    var values = new LinkedHashMap<String, String>();
    NAMES.forEach(name -> query.find(name).ifPresent(value -> values.put(name, value.strip())));
    return new BoardFilter(values);
  }

  String text(String name) {
    return values.getOrDefault(name, "");
  }

  boolean isSet() {
    return !values.isEmpty();
  }

  BoardFilter with(String name, String value) {
    var other = new LinkedHashMap<>(values);
    other.put(name, value);
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

  /** Which tasks of all projects. */
  BoardTaskFilter toTasks() {
    return new BoardTaskFilter(
        Optional.empty(),
        Optional.empty(),
        text("label").isEmpty() ? List.of() : List.of(text("label")),
        Optional.empty(),
        Stream.of(text("q").split("\\s+")).filter(word -> !word.isEmpty()).toList(),
        false);
  }

  /** Whether a card that was read is wanted: agents and states are not in the database's words. */
  boolean lets(Card card) {
    var agent = text("agent");
    var state = text("state");
    return (agent.isEmpty()
            || card.attempt().map(Attempt::executor).filter(agent::equals).isPresent())
        && (state.isEmpty() || stateOf(card).equals(state));
  }

  private static String stateOf(Card card) {
    if (card.question().isPresent()) {
      return "needs";
    }
    if (card.waiting().isPresent()) {
      return "waiting";
    }
    return card.attempt().map(it -> it.state().name().wireName()).orElse("none");
  }
}
