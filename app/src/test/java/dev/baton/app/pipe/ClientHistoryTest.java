package dev.baton.app.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import org.junit.jupiter.api.Test;

/** What is known of a client's requests when its server goes away. */
class ClientHistoryTest {
  private final ClientHistory conversation = new ClientHistory();

  private void asked(String message) {
    conversation.asked(Json.parseObject(message), message);
  }

  private void answered(String message) {
    conversation.answered(Json.parseObject(message));
  }

  @Test
  void an_answer_settles_the_request_with_its_id() {
    asked("{\"id\": 1, \"method\": \"tools/call\"}");
    asked("{\"id\": 2, \"method\": \"tools/list\"}");
    answered("{\"id\": 1, \"result\": {}}");

    assertThat(conversation.open())
        .extracting(ClientHistory.Open::method)
        .containsExactly("tools/list");
  }

  @Test
  void a_question_of_the_server_is_no_answer_though_it_has_the_same_id() {
    asked("{\"id\": 1, \"method\": \"tools/call\"}");
    answered("{\"id\": 1, \"method\": \"elicitation/create\"}");

    assertThat(conversation.isAnswerAwaited()).isTrue();
  }

  @Test
  void nobody_waits_for_what_was_given_up() {
    asked("{\"id\": 1, \"method\": \"tools/call\"}");
    conversation.forget(conversation.open().getFirst());

    assertThat(conversation.isAnswerAwaited()).isFalse();
  }
}
