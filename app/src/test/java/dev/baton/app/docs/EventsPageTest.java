package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.board.EventName;
import java.io.IOException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The page about events names all of them, with everything that is said of each. */
class EventsPageTest {
  @Test
  void the_page_has_a_row_for_every_event_with_its_fields() throws IOException {
    var rows =
        Page.load("docs/events.md").text().lines().filter(line -> line.startsWith("| `")).toList();
    assertThat(rows).hasSameSizeAs(EventName.values());
    assertThat(Stream.of(EventName.values()))
        .allSatisfy(
            name ->
                assertThat(rows)
                    .anySatisfy(
                        row ->
                            assertThat(row)
                                .startsWith("| `%s` | ".formatted(name.wireName()))
                                .endsWith("| " + (fields(name) + " |").stripLeading())));
  }

  private static String fields(EventName name) {
    var required = name.schema().path("required").valueStream().map(JsonNode::asString).toList();
    return name.schema().path("properties").propertyNames().stream()
        .map(field -> "`%s%s`".formatted(field, required.contains(field) ? "" : "?"))
        .collect(Collectors.joining(", "));
  }
}
