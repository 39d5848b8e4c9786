package dev.baton.app.command.workflow;

import dev.baton.app.client.RefusedException;
import dev.baton.app.program.CommandFailure;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Says in words of the command line why the server does not continue a run. */
final class RunRefusal {
  private static final int SHORT_ID = 8;

  /** Longer phrases first, since they hold shorter ones. */
  private static final Map<String, String> WORDS = words();

  private RunRefusal() {}

  private static Map<String, String> words() {
    var words = new LinkedHashMap<String, String>();
    words.put("workflow_status with task_id", "'baton workflow status TASK_ID'");
    words.put("workflow_status without task_id", "'baton workflow status'");
    words.put("workflow_status", "'baton workflow status'");
    words.put("workflow_resume", "'baton workflow resume'");
    words.put("workflow_complete", "'baton workflow complete'");
    words.put("with a prompt or a run_ tool", "with 'baton workflow run NAME'");
    words.put("pass task_id for one", "give the TASK_ID of one");
    return words;
  }

  /** The failure of a command that asked for a run, such as {@code status}. */
  static CommandFailure of(RefusedException refused, String command) {
    var runs = refused.answer().path("details").path("runs");
    var message = refused.answer().path("message").asString(String.valueOf(refused.getMessage()));
    return new CommandFailure(
        runs.isEmpty()
            ? inWords(message, refused.answer().path("hint").asString(""))
            : "%s; name one: baton workflow %s TASK_ID%n%s"
                .formatted(
                    message,
                    command,
                    runs.valueStream()
                        .map(RunRefusal::line)
                        .collect(Collectors.joining(System.lineSeparator()))),
        refused);
  }

  private static String inWords(String message, String hint) {
    var text = hint.isEmpty() ? message : "%s. %s".formatted(message, hint);
    for (var word : WORDS.entrySet()) {
      text = text.replace(word.getKey(), word.getValue());
    }
    return text.endsWith(".") ? text : text + ".";
  }

  /** The end of an id, because ids of about the same time begin alike. */
  private static String line(JsonNode run) {
    var id = run.path("task_id").asString("");
    return "  %s  %s  %s"
        .formatted(
            id.substring(Math.max(0, id.length() - SHORT_ID)),
            run.path("workflow").asString(""),
            age(Duration.ofSeconds(run.path("age_seconds").asLong(0))));
  }

  private static String age(Duration age) {
    if (age.toMinutes() < 1) {
      return age.toSeconds() + " s old";
    }
    if (age.toHours() < 1) {
      return age.toMinutes() + " min old";
    }
    return age.toDays() < 1 ? age.toHours() + " h old" : age.toDays() + " d old";
  }
}
