package dev.baton.mcp.server;

import static dev.baton.mcp.transport.TestClient.ALL;
import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.prompt.PromptArgument;
import dev.baton.mcp.transport.Answer;
import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Questions in the newer era: the answer is the question, and the client repeats its request. */
class RoundTripsTest {
  private static final String NAME = "{'name': {'action': 'accept', 'content': {'name': 'Ada'}}}";
  private static final String COLOUR =
      "{'colour': {'action': 'accept', 'content': {'colour': 'red'}}}";

  private final TestServer server =
      TestServer.start(
          builder ->
              builder.prompt(
                  Prompt.named("completing", "Asks while it completes")
                      .argument(
                          PromptArgument.optional("who", "Who")
                              .withCompletions(
                                  (typed, others, context) -> List.of(TestTools.name(context))))
                      .messages((arguments, context) -> List.of())));
  private final TestClient client = new StdioClient(server).modern(ALL);

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static ObjectNode call(String tool) {
    return json("{'name': '%s', 'arguments': {'text': 'a', 'n': 1}}".formatted(tool));
  }

  private Answer retry(String method, ObjectNode params, ObjectNode asked, String responses) {
    var again = params.deepCopy();
    again.set("requestState", asked.path("requestState"));
    again.set("inputResponses", json(responses));
    return client.request(method, again);
  }

  private ObjectNode asked(String tool) {
    var result = client.request("tools/call", call(tool)).result();
    assertThat(result.path("resultType").asString("")).isEqualTo("input_required");
    return result;
  }

  @Test
  void a_question_is_the_answer_and_its_answer_completes_the_request() {
    var asked = asked("ask");
    assertThat(asked.propertyNames())
        .containsExactlyInAnyOrder("resultType", "inputRequests", "requestState", "_meta");
    assertThat(asked.path("inputRequests").path("name").path("method").asString(""))
        .isEqualTo("elicitation/create");
    assertThat(retry("tools/call", call("ask"), asked, NAME).text()).isEqualTo("Hello, Ada!");
  }

  @ParameterizedTest
  @CsvSource({
    "prompts/get, asking, name, messages",
    "resources/read, test://asking, uri, contents"
  })
  void prompts_and_resources_may_ask_too(String method, String name, String member, String result) {
    var params = json("{'%s': '%s'}".formatted(member, name));
    var asked = client.request(method, params).result();
    assertThat(asked.path("resultType").asString("")).isEqualTo("input_required");
    assertThat(asked.has("ttlMs")).isFalse();
    var done = retry(method, params, asked, NAME).result();
    assertThat(done.path("resultType").asString("")).isEqualTo("complete");
    assertThat(done.path(result).toString()).contains("Ada");
  }

  @Test
  void other_methods_never_ask() {
    var answer =
        client.request(
            "completion/complete",
            "{'ref': {'type': 'ref/prompt', 'name': 'completing'},"
                + " 'argument': {'name': 'who', 'value': ''}}");
    assertThat(answer.code()).isEqualTo(-32603);
    assertThat(answer.message().toString()).doesNotContain("input_required");
  }

  @Test
  void earlier_answers_are_kept_from_round_to_round_and_the_state_changes() {
    var first = asked("ask_twice");
    var second = retry("tools/call", call("ask_twice"), first, NAME).result();
    assertThat(second.path("resultType").asString("")).isEqualTo("input_required");
    assertThat(((ObjectNode) second.path("inputRequests")).propertyNames())
        .containsExactly("colour");
    assertThat(second.path("requestState")).isNotEqualTo(first.path("requestState"));
    assertThat(retry("tools/call", call("ask_twice"), second, COLOUR).text())
        .isEqualTo("Ada likes red");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'other': {'action': 'accept'}}",
        "{'name': 12345}",
        "{'name': null}",
        "{'name': {'action': 'maybe'}}",
        "{'name': {'action': 'accept'}}",
        "{'name': {'action': 'accept', 'content': {}}}"
      })
  void a_missing_or_useless_answer_is_asked_for_again(String responses) {
    var again = retry("tools/call", call("ask"), asked("ask"), responses).result();
    assertThat(again.path("resultType").asString("")).isEqualTo("input_required");
    assertThat(again.path("inputRequests").has("name")).isTrue();
  }

  @Test
  void only_what_is_still_missing_is_asked_for_again() {
    var again = retry("tools/call", call("ask_both"), asked("ask_both"), NAME).result();
    assertThat(((ObjectNode) again.path("inputRequests")).propertyNames())
        .containsExactly("colour");
    assertThat(retry("tools/call", call("ask_both"), again, COLOUR).text())
        .isEqualTo("Ada likes red");
  }

  @Test
  void a_refusal_is_an_answer() {
    assertThat(
            retry("tools/call", call("ask"), asked("ask"), "{'name': {'action': 'cancel'}}").text())
        .isEqualTo("Hello, nobody!");
  }

  @Test
  void answers_without_a_state_are_enough_if_nothing_had_to_be_remembered() {
    var params = call("ask");
    params.set("inputResponses", json(NAME));
    assertThat(client.request("tools/call", params).text()).isEqualTo("Hello, Ada!");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "'text'", "17"})
  void answers_that_are_no_object_are_invalid(String responses) {
    var params = json("{'name': 'ask', 'inputResponses': %s}".formatted(responses));
    assertThat(client.request("tools/call", params).code()).isEqualTo(-32602);
  }

  @Test
  void a_state_that_was_changed_is_refused() {
    var state = asked("ask").path("requestState").asString("");
    var middle = state.length() / 2;
    var flipped = state.charAt(middle) == 'A' ? 'B' : 'A';
    for (var changed :
        new String[] {
          state + "-TAMPERED",
          state.substring(0, middle) + flipped + state.substring(middle + 1),
          state.substring(0, state.length() - 4),
          "v1.",
          "v1.AAAA",
          "",
          "nonsense"
        }) {
      assertThat(withState("tools/call", call("ask"), changed).code())
          .as(changed)
          .isEqualTo(-32602);
    }
    var wrongType = call("ask").put("requestState", 17);
    assertThat(client.request("tools/call", wrongType).code()).isEqualTo(-32602);
  }

  private Answer withState(String method, ObjectNode params, String state) {
    var again = params.deepCopy().put("requestState", state);
    again.set("inputResponses", json(NAME));
    return client.request(method, again);
  }

  @Test
  void a_state_fits_its_own_request_alone() {
    var state = asked("ask").path("requestState").asString("");
    var other = json("{'name': 'ask', 'arguments': {'text': 'b', 'n': 1}}");
    assertThat(withState("tools/call", other, state).code()).isEqualTo(-32602);
    assertThat(withState("tools/call", call("ask_both"), state).code()).isEqualTo(-32602);
    assertThat(withState("prompts/get", json("{'name': 'asking'}"), state).code())
        .isEqualTo(-32602);
    var reordered = json("{'arguments': {'n': 1, 'text': 'a'}, 'name': 'ask'}");
    assertThat(withState("tools/call", reordered, state).text()).isEqualTo("Hello, Ada!");
  }

  @Test
  void a_state_is_good_for_ten_minutes() {
    var state = asked("ask").path("requestState").asString("");
    server.clock().advance(Duration.ofMinutes(10));
    assertThat(withState("tools/call", call("ask"), state).text()).isEqualTo("Hello, Ada!");
    server.clock().advance(Duration.ofMillis(1));
    var late = withState("tools/call", call("ask"), state);
    assertThat(late.code()).isEqualTo(-32602);
    assertThat(late.error().path("message").asString("")).contains("expired");
  }

  @Test
  void a_state_shows_nothing_of_the_earlier_answers() {
    var second = retry("tools/call", call("ask_twice"), asked("ask_twice"), NAME).result();
    var state = second.path("requestState").asString("").substring("v1.".length());
    var bytes = Base64.getUrlDecoder().decode(state);
    assertThat(new String(bytes, StandardCharsets.ISO_8859_1)).doesNotContain("Ada");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"ask | {'elicitation': {'form': {}}}", "sample | {'sampling': {}}"},
      quoteCharacter = '"')
  void a_client_that_cannot_be_asked_is_told_which_capability_is_missing(
      String tool, String capabilities) {
    client.modern("{'roots': {}}");
    var error = client.callTool(tool).error();
    assertThat(error.path("code").intValue()).isEqualTo(-32021);
    assertThat(error.path("data"))
        .isEqualTo(json("{'requiredCapabilities': %s}".formatted(capabilities)));
  }

  @Test
  void the_server_sends_no_requests_in_this_era() {
    asked("ask");
    asked("sample");
    assertThat(client.inbox()).isEmpty();
  }
}
