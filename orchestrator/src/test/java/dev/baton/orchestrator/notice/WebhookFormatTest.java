package dev.baton.orchestrator.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What services are sent, word for word. */
class WebhookFormatTest {
  private static final Notice FAILED =
      new Notice(
          "41",
          "attempt.failed",
          "Shop #3 Fix <b> & *stars*",
          "CLAUDE_CODE failed after 4 min: @everyone",
          Json.object().put("event_id", 41));

  private static String body(WebhookFormat format, String url) {
    return format.body(FAILED, URI.create(url)).toString();
  }

  @Test
  void slack_gets_a_text_in_which_nothing_is_a_link() {
    assertThat(body(WebhookFormat.SLACK, "https://hooks.slack.com/services/T/B/x"))
        .isEqualTo(
            "{\"text\":\"*Shop #3 Fix &lt;b&gt; &amp; *stars**\\n"
                + "CLAUDE_CODE failed after 4 min: @everyone\"}");
  }

  @Test
  void discord_gets_a_content_that_calls_nobody() {
    assertThat(body(WebhookFormat.DISCORD, "https://discord.com/api/webhooks/1/x"))
        .isEqualTo(
            "{\"content\":\"**Shop \\\\#3 Fix <b\\\\> & \\\\*stars\\\\***\\n"
                + "CLAUDE\\\\_CODE failed after 4 min: @everyone\","
                + "\"allowed_mentions\":{\"parse\":[]}}");
  }

  @Test
  void ntfy_gets_its_topic_in_the_body_at_its_root() {
    assertThat(body(WebhookFormat.NTFY, "https://ntfy.sh/my-topic"))
        .isEqualTo(
            "{\"topic\":\"my-topic\",\"title\":\"Shop #3 Fix <b> & *stars*\","
                + "\"message\":\"CLAUDE_CODE failed after 4 min: @everyone\",\"priority\":4,"
                + "\"tags\":[\"warning\"]}");
    assertThat(WebhookFormat.NTFY.target(URI.create("https://ntfy.sh/my-topic")))
        .isEqualTo(URI.create("https://ntfy.sh/"));
    assertThat(WebhookFormat.NTFY.target(URI.create("https://example.org/ntfy/my-topic")))
        .isEqualTo(URI.create("https://example.org/ntfy/"));
  }

  @Test
  void programs_get_everything() {
    assertThat(body(WebhookFormat.WEBHOOK, "https://example.org/hook"))
        .isEqualTo("{\"event_id\":41}");
  }

  @Test
  void a_signature_is_that_of_standard_webhooks() {
    // why: the example of the specification, so that libraries understand it
    assertThat(
            Webhook.sign(
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                "1614265330",
                "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8)))
        .isEqualTo("g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }
}
