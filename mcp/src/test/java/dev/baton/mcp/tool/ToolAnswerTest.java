package dev.baton.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.protocol.Content;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.StringNode;

class ToolAnswerTest {
  record In(@Description("Name") String name) {}

  record Out(
      @Description("Greeting") String greeting,
      @Description("Length, null if not counted") Optional<Integer> textLength,
      @Description("Remark, left out if none") @OmitWhenEmpty Optional<String> remark) {
    public String getNothing() {
      return "not a field";
    }
  }

  @Test
  void a_record_is_structured_content_and_the_same_as_text() throws Exception {
    assertThat(call((input, _) -> new Out("Hi " + input.name(), Optional.of(6), Optional.of("r"))))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"greeting\\\":\\\"Hi"
                + " Ada\\\",\\\"text_length\\\":6,\\\"remark\\\":\\\"r\\\"}\"}],\"structuredContent\":{\"greeting\":\"Hi"
                + " Ada\",\"text_length\":6,\"remark\":\"r\"}}");
  }

  @Test
  void an_empty_optional_is_null_or_left_out() throws Exception {
    assertThat(call((_, _) -> new Out("Hi", Optional.empty(), Optional.empty())))
        .endsWith("\"structuredContent\":{\"greeting\":\"Hi\",\"text_length\":null}}");
  }

  @Test
  void a_tool_failure_is_the_envelope_as_structured_content_and_text() throws Exception {
    var details = new LinkedHashMap<String, Object>();
    details.put("attempt_id", UUID.fromString("123e4567-e89b-12d3-a456-426614174000"));
    details.put("files", List.of("a", "b"));
    var envelope =
        "{\"code\":\"attempt_busy\",\"message\":\"An agent"
            + " runs\",\"retryable\":true,\"hint\":\"Call follow_up with action queue\","
            + "\"details\":{\"attempt_id\":\"123e4567-e89b-12d3-a456-426614174000\",\"files\":[\"a\",\"b\"]}}";

    assertThat(
            call(
                (_, _) -> {
                  throw new ToolFailure(
                      FailureCode.BUSY,
                      "An agent runs",
                      "Call follow_up with action queue",
                      details);
                }))
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":"
                + StringNode.valueOf(envelope)
                + "}],\"structuredContent\":"
                + envelope
                + ",\"isError\":true}");
  }

  @Test
  void a_failure_without_details_has_no_details() {
    var failure = new ToolFailure(FailureCode.NOT_FOUND, "No such task", "Call list_tasks");

    assertThat(failure.toJson().toString())
        .isEqualTo(
            "{\"code\":\"not_found\",\"message\":\"No such task\",\"retryable\":false,"
                + "\"hint\":\"Call list_tasks\"}");
    assertThat(failure).hasMessage("No such task");
    assertThat(failure.getStackTrace()).isEmpty();
  }

  @Test
  void the_codes_of_the_library_and_what_may_be_retried_are_pinned() {
    var codes =
        List.of(
            FailureCode.NOT_FOUND,
            FailureCode.INVALID_ARGUMENT,
            FailureCode.AMBIGUOUS_TARGET,
            FailureCode.BUSY,
            FailureCode.ALREADY_DONE,
            FailureCode.STORAGE_UNAVAILABLE,
            FailureCode.INTERNAL);
    assertThat(codes)
        .extracting(FailureCode::wireName)
        .containsExactly(
            "not_found",
            "invalid_argument",
            "ambiguous_target",
            "attempt_busy",
            "already_done",
            "storage_unavailable",
            "internal");
    assertThat(codes)
        .filteredOn(FailureCode::retryable)
        .containsExactly(FailureCode.BUSY, FailureCode.STORAGE_UNAVAILABLE);
  }

  @Test
  void a_program_has_codes_of_its_own_that_read_like_those_of_the_library() {
    var code = new FailureCode("door_locked", true);

    assertThat(new ToolFailure(code, "It is locked", "Ask for the key").toJson().toString())
        .isEqualTo(
            "{\"code\":\"door_locked\",\"message\":\"It is locked\",\"retryable\":true,"
                + "\"hint\":\"Ask for the key\"}");
    assertThatThrownBy(() -> new FailureCode("Door locked", true))
        .hasMessage("'Door locked' is no code: use lower case letters, with _ between words");
  }

  @Test
  void other_exceptions_of_a_handler_reach_the_caller() {
    assertThatThrownBy(
            () ->
                call(
                    (_, _) -> {
                      throw new IOException("disk");
                    }))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () ->
                call(
                    (_, _) -> {
                      throw new InterruptedException();
                    }))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void a_result_shows_only_what_it_has() {
    assertThat(ToolResult.text("hi").toJson().toString())
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}");
    assertThat(ToolResult.of().toJson().toString()).isEqualTo("{\"content\":[]}");
    assertThat(ToolResult.of(new Content.Image("AA==", "image/png")).toJson().toString())
        .isEqualTo(
            "{\"content\":[{\"type\":\"image\",\"data\":\"AA==\",\"mimeType\":\"image/png\"}]}");
    assertThat(ToolResult.error("no").toJson().toString())
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"no\"}],\"isError\":true}");
    assertThat(ToolResult.structured(Json.array().add(1)).toJson().toString())
        .isEqualTo(
            "{\"content\":[{\"type\":\"text\",\"text\":\"[1]\"}],\"structuredContent\":[1]}");
  }

  @Test
  void meta_is_added_to_a_copy() {
    var plain = ToolResult.text("hi");

    assertThat(plain.withMeta("a", Json.array()).toJson().toString())
        .isEqualTo("{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"_meta\":{\"a\":[]}}");
    assertThat(plain.meta()).isEmpty();
  }

  private static String call(ToolHandler<In, Out> handler) throws Exception {
    return Tool.named("greet", In.class, Out.class)
        .description("Greets")
        .handler(handler)
        .call(Json.object().put("name", "Ada"), new FakeRequest())
        .toJson()
        .toString();
  }
}
