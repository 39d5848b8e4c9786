package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class HttpAnswerTest {
  private final HttpAnswer answer = new HttpAnswer();

  private boolean isWholeAfter(String text) {
    var bytes = text.getBytes(UTF_8);
    answer.add(bytes, bytes.length);
    return answer.isWhole();
  }

  @Test
  void an_answer_with_a_length_is_whole_when_that_many_bytes_have_come() {
    assertThat(isWholeAfter("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n")).isFalse();
    assertThat(isWholeAfter("\r\nab")).isFalse();
    assertThat(isWholeAfter("cd")).isTrue();
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.bodyContains("bc".getBytes(UTF_8))).isTrue();
  }

  @Test
  void an_answer_in_chunks_is_whole_after_the_empty_chunk() {
    assertThat(isWholeAfter("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")).isFalse();
    assertThat(isWholeAfter("4\r\nabcd\r\n")).isFalse();
    assertThat(isWholeAfter("0\r\n")).isFalse();
    assertThat(isWholeAfter("\r\n")).isTrue();
  }

  @Test
  void an_answer_without_a_body_is_whole_after_its_head() {
    assertThat(isWholeAfter("HTTP/1.1 202 Accepted\r\nMcp-Session-Id: 7\r\n\r\n")).isTrue();
    assertThat(answer.header("mcp-session-id")).contains("7");
  }

  @Test
  void an_answer_to_another_call_is_refused() {
    var call = new CallTemplate("call-" + CallTemplate.NUMBER, "call-" + CallTemplate.NUMBER);
    assertThat(new String(call.numbered(17), UTF_8)).isEqualTo("call-1000000017");
    isWholeAfter("HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\ncall-1000000016");
    assertThatThrownBy(() -> call.check(answer)).hasMessageContaining("call-1000000017");
  }

  @Test
  void an_answer_with_another_status_is_refused() {
    var call = new CallTemplate("call-" + CallTemplate.NUMBER, "call-" + CallTemplate.NUMBER);
    call.numbered(17);
    isWholeAfter("HTTP/1.1 500 Oh\r\nContent-Length: 15\r\n\r\ncall-1000000017");
    assertThatThrownBy(() -> call.check(answer)).hasMessageContaining("500");
  }
}
