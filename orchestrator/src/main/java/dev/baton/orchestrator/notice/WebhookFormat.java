package dev.baton.orchestrator.notice;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.transcript.Utf8;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The format of a webhook's body. */
public enum WebhookFormat {
  /** Everything, for programs. */
  WEBHOOK,
  SLACK,
  DISCORD,
  NTFY;

  private static final int DISCORD_BYTES = 1900;
  private static final String MARKS = "([\\\\`*_~|>#\\[\\]])";

  /** How loud ntfy is, and the picture that it shows. */
  private record Alarm(int priority, String tag) {}

  private static final Map<String, Alarm> ALARMS =
      Map.of(
          "attempt.needs_input", new Alarm(4, "raised_hand"),
          "attempt.failed", new Alarm(4, "warning"),
          "project.paused", new Alarm(4, "warning"),
          "budget.warning", new Alarm(4, "money_with_wings"),
          "attempt.completed", new Alarm(3, "white_check_mark"),
          "merge.done", new Alarm(3, "tada"));

  public static Optional<WebhookFormat> find(String word) {
    return Stream.of(values()).filter(format -> format.word().equals(word)).findFirst();
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  ObjectNode body(Notice notice, URI url) {
    return switch (this) {
      case WEBHOOK -> notice.json();
      case SLACK ->
          Json.object()
              .put("text", "*%s*\n%s".formatted(slack(notice.title()), slack(notice.text())));
      case DISCORD -> discord(notice);
      case NTFY -> ntfy(notice, topic(url));
    };
  }

  /** Where it is sent: ntfy takes JSON at its root only, and the topic in it. */
  URI target(URI url) {
    if (this != NTFY) {
      return url;
    }
    var path = url.getRawPath();
    return url.resolve(path.substring(0, path.lastIndexOf('/') + 1));
  }

  /** The last part of an address, which is what ntfy calls a topic. */
  public static String topic(URI url) {
    var path = Optional.ofNullable(url.getPath()).orElse("");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String slack(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static ObjectNode discord(Notice notice) {
    var text = "**%s**\n%s".formatted(discord(notice.title()), discord(notice.text()));
    var body = Json.object().put("content", Utf8.cut(text, DISCORD_BYTES));
    // why: the title of a task must not call everybody
    body.putObject("allowed_mentions").putArray("parse");
    return body;
  }

  private static String discord(String text) {
    return text.replaceAll(MARKS, "\\\\$1");
  }

  private static ObjectNode ntfy(Notice notice, String topic) {
    var alarm = ALARMS.getOrDefault(notice.topic(), new Alarm(3, "information_source"));
    var body =
        Json.object()
            .put("topic", topic)
            .put("title", notice.title())
            .put("message", notice.text())
            .put("priority", alarm.priority());
    body.putArray("tags").add(alarm.tag());
    return body;
  }
}
