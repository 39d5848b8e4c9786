package dev.baton.app.verb;

import dev.baton.app.verb.Style.Extra;
import dev.baton.app.verb.view.TableView;
import java.util.Map;

/** The styles of operations about what is said to an agent, and about its turns. */
final class TurnStyles {
  static final Map<String, Style> ALL =
      Map.of(
          "follow_up",
          Style.plain()
              .withArguments(Styles.ID_OF_ATTEMPT, "prompt")
              .withDefault("action", "send")
              .preparedBy(Preparation.addressed().then(Preparation.sentImages()))
              .with(Extra.WAIT)
              .withExamples(
                  "ATTEMPT_ID 'Add a test' --wait",
                  "ATTEMPT_ID 'Then tidy up' --action queue",
                  "ATTEMPT_ID 'It looks like this' --image shot.png",
                  "ATTEMPT_ID --action cancel",
                  "ATTEMPT_ID --queued-id QUEUED_ID"),
          "send_follow_up",
          Style.plain()
              .preparedBy(Preparation.sentImages())
              .with(Extra.WAIT)
              .withExamples("TASK_ID 'Add a test' --wait"),
          "list_turns",
          Style.shown(
                  TableView.of(
                      "turns",
                      "No turn has begun yet.",
                      "turn",
                      "state",
                      "started_at",
                      "variant",
                      "commit_before",
                      "commit_after",
                      "prompt_preview"))
              .withArguments(Styles.ID_OF_ATTEMPT)
              .withExamples(Styles.ATTEMPT),
          "retry_turn",
          Style.plain()
              .withArguments(Styles.ID_OF_ATTEMPT, "turn", "prompt")
              .preparedBy(Preparation.sentImages())
              .with(Extra.WAIT)
              .withExamples("ATTEMPT_ID 1", "ATTEMPT_ID 1 'Without a new library' --wait"));

  private TurnStyles() {}
}
