package dev.baton.mcp.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.prompt.PromptResult;
import dev.baton.mcp.transport.Answer;
import dev.baton.workflow.prompt.PromptMessage;
import dev.baton.workflow.reference.ResourceHandle;
import dev.baton.workflow.reference.ToolHandle;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Prompts that are a name and a function. */
class LoosePromptsTest {
  private static Answer get(Way way, Prompt prompt) {
    try (var server = WorkflowServer.with(builder -> builder.prompt(prompt))) {
      return Told.prompt(server.client(way), prompt.name(), "{}");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_prompt_can_describe_its_result(Way way) {
    var messages = List.of(PromptMessage.user("Hello"));

    assertThat(
            get(
                    way,
                    Prompt.named("greet", "Greets")
                        .handler((_, _) -> PromptResult.of(messages).describedAs("For you alone")))
                .result()
                .path("description")
                .asString(""))
        .isEqualTo("For you alone");
    assertThat(
            get(way, Prompt.named("greet", "Greets").messages((_, _) -> messages))
                .result()
                .path("description")
                .asString(""))
        .isEqualTo("Greets");
  }

  @Test
  void a_handle_to_nothing_is_an_error_that_names_it() {
    var resource = PromptMessage.user(ResourceHandle.of("resource://nowhere"));
    var tool = PromptMessage.user(ToolHandle.<Object, Object>named("nothing"));

    for (var message : List.of(resource, tool)) {
      var answer =
          get(
              Way.STDIO_MODERN,
              Prompt.named("lost", "Is lost").messages((_, _) -> List.of(message)));
      assertThat(answer.code()).isEqualTo(-32603);
      assertThat(answer.error().path("message").asString(""))
          .contains(
              message.equals(tool) ? "tool 'nothing'" : "resource 'resource://nowhere'",
              "which this server does not have");
    }
  }

  @Test
  void a_resource_that_cannot_be_read_is_a_link() {
    var answer =
        get(
            Way.STDIO_MODERN,
            Prompt.named("broken", "Is broken")
                .messages(
                    (_, _) ->
                        List.of(PromptMessage.user(ResourceHandle.of(WorkflowServer.BROKEN)))));

    assertThat(Told.trace(answer))
        .containsExactly("user: [link %s]".formatted(WorkflowServer.BROKEN));
  }
}
