package dev.baton.mcp.transport;

import static dev.baton.mcp.transport.TestClient.await;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.transport.TestClient.Speaks;
import dev.baton.mcp.transport.Wired.Wiring;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What passes between server and client during a call: questions, log messages, progress. */
@ParameterizedClass
@EnumSource(Wiring.class)
class ConversationsTest {
  @AutoClose private final Wired wired;

  ConversationsTest(Wiring wiring) {
    wired = Wired.over(wiring, TestServer.start());
  }

  private static List<String> logged(TestClient client) {
    return client.inbox().stream()
        .filter(message -> message.path("method").asString("").equals("notifications/message"))
        .map(message -> message.path("params").path("level").asString(""))
        .toList();
  }

  private static List<Double> progressed(TestClient client) {
    return client.inbox().stream()
        .filter(message -> message.path("method").asString("").equals("notifications/progress"))
        .map(message -> message.path("params").path("progress").doubleValue())
        .toList();
  }

  @Test
  void in_the_older_era_a_question_is_a_request_during_the_call() {
    var client = wired.client(Speaks.LEGACY);
    var call = client.startTool("ask", "{}");
    var question = client.next("elicitation/create");
    assertThat(question.path("id").isMissingNode()).isFalse();
    assertThat(question.path("params").path("message").asString("")).isEqualTo("Your name?");
    assertThat(question.path("params").has("_meta")).isFalse();
    client.respond(question, "{'action': 'accept', 'content': {'name': 'Ada'}}");
    assertThat(await(call).text()).isEqualTo("Hello, Ada!");
  }

  @Test
  void in_the_older_era_several_questions_have_several_ids() {
    var client = wired.client(Speaks.LEGACY);
    var call = client.startTool("ask_both", "{}");
    var first = client.next("elicitation/create");
    client.respond(first, "{'action': 'accept', 'content': {'name': 'Ada'}}");
    var second = client.next("elicitation/create");
    assertThat(second.path("id")).isNotEqualTo(first.path("id"));
    client.respond(second, "{'action': 'accept', 'content': {'colour': 'red'}}");
    assertThat(await(call).text()).isEqualTo("Ada likes red");
  }

  @Test
  void in_the_older_era_sampling_is_a_request_during_the_call() {
    var client = wired.client(Speaks.LEGACY);
    var call = client.startTool("sample", "{}");
    var question = client.next("sampling/createMessage");
    client.respond(
        question,
        "{'role': 'assistant', 'content': {'type': 'text', 'text': 'Paris'}, 'model': 'm'}");
    assertThat(await(call).text()).isEqualTo("Paris");
  }

  @Test
  void in_the_older_era_an_error_instead_of_an_answer_ends_the_call() {
    var client = wired.client(Speaks.LEGACY);
    var call = client.startTool("ask", "{}");
    client.respondError(client.next("elicitation/create"), -1, "User rejected");
    var answer = await(call);
    assertThat(answer.code()).isEqualTo(-32603);
    assertThat(answer.error().path("message").asString("")).contains("User rejected");
  }

  @Test
  void in_the_older_era_an_answer_that_does_not_fit_ends_the_call() {
    var client = wired.client(Speaks.LEGACY);
    var call = client.startTool("ask", "{}");
    client.respond(client.next("elicitation/create"), "{'action': 'perhaps'}");
    assertThat(await(call).code()).isEqualTo(-32603);
  }

  @Test
  void in_the_older_era_a_client_without_the_capability_is_not_asked() {
    var client = wired.client().legacy("2025-11-25", "{}");
    var answer = client.callTool("ask");
    assertThat(answer.code()).isEqualTo(-32600);
    assertThat(answer.error().path("message").asString("")).contains("elicitation");
    assertThat(client.inbox()).isEmpty();
  }

  @Test
  void in_the_older_era_a_call_that_waits_for_an_answer_can_be_cancelled() {
    var client = wired.client(Speaks.LEGACY);
    var call = client.startTool("ask", "{}");
    var id = client.lastId();
    var question = client.next("elicitation/create");
    client.cancel(id);
    client.respond(question, "{'action': 'accept', 'content': {'name': 'late'}}");
    assertThat(client.callTool("echo", "{'text': 'on'}").text()).isEqualTo("on");
    assertThat(call.isDone() && call.join().message().has("result")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "debug, 8",
    "info, 7",
    "notice, 6",
    "warning, 5",
    "error, 4",
    "critical, 3",
    "alert, 2",
    "emergency, 1"
  })
  void log_messages_come_from_the_wanted_level_on(String level, int count) {
    var modern =
        wired
            .client(Speaks.MODERN)
            .withMeta("{'io.modelcontextprotocol/logLevel': '%s'}".formatted(level));
    modern.callTool("log").result();
    assertThat(logged(modern)).hasSize(count).endsWith("emergency").startsWith(level);

    var legacy = wired.client(Speaks.LEGACY);
    assertThat(legacy.request("logging/setLevel", "{'level': '%s'}".formatted(level)).result())
        .isEqualTo(json("{}"));
    legacy.callTool("log").result();
    assertThat(logged(legacy)).hasSize(count).startsWith(level);
  }

  @Test
  void a_log_message_has_level_logger_and_data() {
    var client =
        wired.client(Speaks.MODERN).withMeta("{'io.modelcontextprotocol/logLevel': 'emergency'}");
    client.callTool("log").result();
    assertThat(client.next("notifications/message").path("params"))
        .isEqualTo(json("{'level': 'emergency', 'logger': 'test', 'data': 'emergency'}"));
  }

  @Test
  void in_the_newer_era_nothing_is_logged_unless_the_request_wants_it() {
    var client = wired.client(Speaks.MODERN);
    client.callTool("log").result();
    assertThat(client.inbox()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"'loud'", "'INFO'", "3", "null"})
  void a_level_that_does_not_exist_is_invalid(String level) {
    var modern =
        wired
            .client(Speaks.MODERN)
            .withMeta("{'io.modelcontextprotocol/logLevel': %s}".formatted(level));
    assertThat(modern.callTool("echo").code()).isEqualTo(-32602);
    var legacy = wired.client(Speaks.LEGACY);
    assertThat(legacy.request("logging/setLevel", "{'level': %s}".formatted(level)).code())
        .isEqualTo(-32602);
  }

  @ParameterizedTest
  @EnumSource
  void progress_rises_with_every_message_and_names_the_token(Speaks era) {
    var client = wired.client(era).withMeta("{'progressToken': 'tok'}");
    client.callTool("progress").result();
    var first = client.next("notifications/progress").path("params");
    assertThat(first)
        .isEqualTo(
            json("{'progressToken': 'tok', 'progress': 0, 'total': 1, 'message': 'at 0.0'}"));
    assertThat(progressed(client)).containsExactly(0.5, 1.0);
  }

  @ParameterizedTest
  @EnumSource
  void a_number_is_a_token_too_and_comes_back_as_a_number(Speaks era) {
    var client = wired.client(era).withMeta("{'progressToken': 12345678901234567890}");
    client.callTool("progress").result();
    assertThat(((ObjectNode) client.next("notifications/progress").path("params")).toString())
        .contains("\"progressToken\":12345678901234567890");
  }

  @ParameterizedTest
  @EnumSource
  void without_a_token_there_is_no_progress(Speaks era) {
    var client = wired.client(era);
    client.callTool("progress").result();
    client.withMeta("{'progressToken': 1.5}").callTool("progress").result();
    client.withMeta("{'progressToken': null}").callTool("progress").result();
    assertThat(client.inbox()).isEmpty();
  }
}
