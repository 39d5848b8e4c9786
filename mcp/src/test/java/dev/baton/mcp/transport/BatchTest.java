package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.TestServer;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Several messages at once: revision 2025-03-26 alone has them. */
class BatchTest {
  private static final String PING_1 = "{\"jsonrpc\":\"2.0\",\"id\":1001,\"method\":\"ping\"}";
  private static final String PING_2 = "{\"jsonrpc\":\"2.0\",\"id\":\"b\",\"method\":\"ping\"}";
  private static final String NOTE = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}";

  private final TestServer server = TestServer.start();
  private final Web web = Web.serve(server);
  private final WebClient http = web.client();
  private final StdioClient stdio = new StdioClient(server);

  @AfterEach
  void close() {
    stdio.close();
    http.close();
    web.close();
  }

  private static Set<String> ids(JsonNode answers) {
    return answers.valueStream().map(a -> a.path("id").toString()).collect(Collectors.toSet());
  }

  @Test
  void the_answers_to_a_batch_are_an_array_in_any_order() {
    http.legacy("2025-03-26", "{}");
    stdio.legacy("2025-03-26", "{}");
    var batch = "[%s,%s,%s,17]".formatted(PING_1, NOTE, PING_2);

    var overHttp = http.post(batch);
    stdio.write(batch + "\n");
    var overStdio = stdio.nextOther();

    assertThat(overHttp.status()).isEqualTo(200);
    assertThat(ids(overHttp.message())).containsExactlyInAnyOrder("1001", "\"b\"", "");
    assertThat(ids(overStdio.message())).isEqualTo(ids(overHttp.message()));
  }

  @Test
  void a_batch_that_wants_no_answer_gets_none() {
    http.legacy("2025-03-26", "{}");
    stdio.legacy("2025-03-26", "{}");
    var accepted = http.post("[%s,%s]".formatted(NOTE, NOTE));
    assertThat(accepted.status()).isEqualTo(202);
    assertThat(accepted.message().isMissingNode()).isTrue();
    stdio.write("[%s]\n%s\n".formatted(NOTE, PING_1));
    assertThat(stdio.nextOther().message().path("id").intValue()).isEqualTo(1001);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2025-06-18", "2025-11-25"})
  void later_revisions_refuse_batches(String version) {
    http.legacy(version, "{}");
    stdio.legacy(version, "{}");
    var batch = "[%s]".formatted(PING_1);
    var overHttp = http.post(batch);
    assertThat(overHttp.status()).isEqualTo(400);
    assertThat(overHttp.code()).isEqualTo(-32600);
    stdio.write(batch + "\n");
    assertThat(stdio.nextOther().message()).isEqualTo(overHttp.message());
  }

  @Test
  void requests_of_a_batch_run_side_by_side_and_messages_of_theirs_come_before_the_answers() {
    http.legacy("2025-03-26", "{}");
    var batch =
        IntStream.range(0, 10)
            .mapToObj(
                i ->
                    """
                    {"jsonrpc": "2.0", "id": %1$d, "method": "tools/call",
                     "params": {"name": "progress", "_meta": {"progressToken": %1$d}}}"""
                        .formatted(i))
            .collect(Collectors.joining(",", "[", "]"));
    var answer = http.post(batch);
    assertThat(answer.streamed()).isTrue();
    assertThat(answer.message().size()).isEqualTo(10);
    assertThat(http.inbox()).hasSize(30);
  }

  @Test
  void every_request_of_a_batch_is_answered_even_if_two_have_the_same_id() {
    stdio.legacy("2025-03-26", "{}");
    var call =
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"wait\"}}";
    stdio.write("[%s,%s]\n".formatted(call, call));
    server.gate().awaitArrival();
    server.gate().open();
    server.gate().open();
    var answers = stdio.nextOther().message();
    assertThat(answers.size()).isEqualTo(2);
  }

  @Test
  void a_handshake_cannot_be_part_of_a_batch() {
    stdio.write(
        "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-03-26\"}}]\n");
    assertThat(stdio.nextOther().code()).isEqualTo(-32600);
  }

  @Test
  void answers_of_a_batch_are_written_as_one_line() {
    stdio.legacy("2025-03-26", "{}");
    stdio.write("[%s,%s]\n".formatted(PING_1, PING_2));
    assertThat(stdio.nextOther().message()).isInstanceOf(Json.array().getClass());
    stdio.endInput();
    assertThat(stdio.awaitEnd(Duration.ofSeconds(5))).isTrue();
  }
}
