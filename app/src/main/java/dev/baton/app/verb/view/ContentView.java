package dev.baton.app.verb.view;

import dev.baton.workflow.internal.record.Sentence;
import tools.jackson.databind.JsonNode;

/**
 * Content as it is, so that it can be piped; what else is to be said goes beside it.
 *
 * @param field the field that holds the content
 */
public record ContentView(String field) implements View {
  @Override
  public void show(JsonNode answer, Screen screen) {
    screen.raw(answer.path(field).asString(""));
    if (isRefusal(answer)) {
      screen.aside("Not shown: " + answer.path("blocked_reason").asString(""));
    }
    if (answer.path("truncated").asBoolean(false)) {
      screen.aside(
          "Cut; the whole has %s."
              .formatted(Sentence.counted(answer.path("total_bytes").asLong(0), "byte")));
    }
    answer.path("hint").asStringOpt().ifPresent(screen::aside);
  }

  @Override
  public boolean isRefusal(JsonNode answer) {
    return answer.path("blocked").asBoolean(false);
  }
}
