package dev.baton.mcp.protocol;

import static dev.baton.property.Values.bytes;
import static dev.baton.property.Values.integers;
import static dev.baton.property.Values.longs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.MessageReader;
import dev.baton.mcp.internal.message.RequestId;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Whatever comes in is a message, or is refused with an answer that can be sent. */
class MessageReaderPropertiesTest {
  private static Optional<Message> read(byte[] bytes) {
    try {
      return Optional.of(MessageReader.read(MessageReader.parse(bytes, 0, bytes.length)));
    } catch (MalformedMessageException e) {
      assertRefusal(e.answer());
      return Optional.empty();
    }
  }

  private static void assertRefusal(ObjectNode answer) {
    assertThat(answer.path("jsonrpc").asString("")).isEqualTo("2.0");
    assertThat(answer.path("error").path("code").intValue())
        .isIn(ErrorCode.PARSE_ERROR, ErrorCode.INVALID_REQUEST, ErrorCode.INVALID_PARAMS);
    assertThat(answer.path("error").path("message").asString("")).isNotBlank();
    assertThat(answer.toString()).doesNotContain("Exception", "jackson");
  }

  @Property
  void any_bytes_are_a_message_or_a_refusal(Given given) {
    assertThat(read(given.any(bytes(60)))).isNotNull();
  }

  @Property(tries = 300)
  void a_message_with_a_broken_byte_is_a_message_or_a_refusal(Given given) {
    var bytes = given.any(objects()).toString().getBytes(StandardCharsets.UTF_8);
    var position = given.any(integers(0, bytes.length - 1));
    bytes[position] = given.any(integers(Byte.MIN_VALUE, Byte.MAX_VALUE)).byteValue();
    assertThat(read(bytes)).isNotNull();
  }

  @Property(tries = 300)
  void a_message_cut_short_is_a_parse_error(Given given) {
    var bytes = given.any(objects()).toString().getBytes(StandardCharsets.UTF_8);
    var length = given.any(integers(0, bytes.length - 1));
    try {
      MessageReader.parse(bytes, 0, length);
      throw new AssertionError("Read from %d of %d bytes".formatted(length, bytes.length));
    } catch (MalformedMessageException e) {
      assertThat(e.answer().path("error").path("code").intValue()).isEqualTo(ErrorCode.PARSE_ERROR);
    }
  }

  @Property(tries = 300)
  void any_object_with_a_method_and_an_id_is_read_with_its_id_or_refused_with_it(Given given) {
    var json = given.any(objects());
    var id = given.any(longs().map(BigInteger::valueOf));
    json.put("jsonrpc", "2.0").put("id", id).put("method", "ping");
    var message = read(json.toString().getBytes(StandardCharsets.UTF_8));
    if (message.isPresent()) {
      assertThat(message.get()).isInstanceOf(Message.Request.class);
      assertThat(((Message.Request) message.get()).id()).isEqualTo(new RequestId(id));
    }
  }

  private static Generator<ObjectNode> objects() {
    return Generator.oneOf(
        AnyJson.objects(),
        AnyJson.values()
            .map(
                params -> {
                  var json = Json.object().put("jsonrpc", "2.0").put("method", "x");
                  json.set("params", params);
                  return json;
                }));
  }
}
