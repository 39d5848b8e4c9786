package dev.baton.app.verb.view;

import dev.baton.workflow.internal.record.Sentence;
import tools.jackson.databind.JsonNode;

/** How an attempt stands, and what to do if its agent was refused something. */
public record AttemptView() implements View {
  @Override
  public void show(JsonNode answer, Screen screen) {
    AnyView.details(answer, screen);
    var denied = answer.path("denied").asInt(0);
    if (denied > 0) {
      screen.aside(
          "The agent was refused %s. To let it: baton follow-up %s PROMPT --variant TRUSTED (or APPROVALS, to be asked)."
              .formatted(
                  Sentence.counted(denied, "action"), answer.path("attempt_id").asString("")));
    }
  }
}
