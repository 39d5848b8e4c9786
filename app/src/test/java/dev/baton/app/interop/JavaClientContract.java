package dev.baton.app.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceRequest;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** What the official Java SDK's client can do with the fixture server, over any transport. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(60)
abstract class JavaClientContract {
  private static final Map<String, Object> NOTHING = Map.of();

  /** What earlier tests have started, such as a browser that all of them share. */
  private final Set<ProcessHandle> others =
      ProcessHandle.current().children().collect(Collectors.toSet());

  private final FixtureServer server;
  private final JavaClient client;

  JavaClientContract(FixtureServer.Way way, Path data) throws IOException {
    server = FixtureServer.start(way, data);
    client = new JavaClient(server);
    client.sdk().initialize();
  }

  @AfterAll
  void everything_ends() throws IOException {
    client.close();
    server.close();
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(ProcessHandle.current().children())
                    .filteredOn(child -> !others.contains(child))
                    .isEmpty());
  }

  @Test
  void the_handshake_agrees_on_its_newest_revision() {
    var agreed = client.sdk().getCurrentInitializationResult();

    assertThat(agreed.protocolVersion()).isEqualTo("2025-11-25");
    assertThat(agreed.serverInfo().name()).isEqualTo("baton-conformance");
    assertThat(agreed.instructions()).contains("fixture server");
    client.sdk().ping();
  }

  @Test
  void all_tools_are_listed() {
    assertThat(client.sdk().listTools().tools())
        .extracting(Tool::name)
        .startsWith("test_simple_text")
        .contains("test_structured_content", "slow_compute")
        .endsWith("test_trigger_prompt_change")
        .doesNotHaveDuplicates();
  }

  @Test
  void a_tool_answers_with_each_kind_of_content() {
    assertThat(client.text("test_simple_text", NOTHING))
        .isEqualTo("This is a simple text response for testing.");
    assertThat(client.call("test_image_content", NOTHING).content())
        .hasOnlyElementsOfType(ImageContent.class);
    assertThat(client.call("test_audio_content", NOTHING).content())
        .hasOnlyElementsOfType(AudioContent.class);
    assertThat(client.call("test_multiple_content_types", NOTHING).content()).hasSize(3);
  }

  @Test
  void an_answer_is_structured_and_fits_its_schema() {
    var result = client.call("test_structured_content", Map.of("dividend", 7, "divisor", 2));

    assertThat(result.structuredContent()).isEqualTo(Map.of("quotient", 3, "remainder", 1));
  }

  @Test
  void the_envelope_of_a_failure_passes_beside_an_output_schema() {
    var result = client.call("test_structured_content", Map.of("dividend", 7, "divisor", 0));

    assertThat(result.isError()).isTrue();
    assertThat(result.structuredContent())
        .isEqualTo(
            Map.of(
                "code", "invalid_argument",
                "message", "Nothing can be divided by zero",
                "retryable", false,
                "hint", "Call test_structured_content again with another divisor"));
    assertThat(client.call("test_error_handling", NOTHING).isError()).isTrue();
  }

  @Test
  void an_unknown_tool_is_an_error_of_the_protocol() {
    assertThatThrownBy(() -> client.call("no_such_tool", NOTHING))
        .isInstanceOfSatisfying(
            McpError.class, error -> assertThat(error.getJsonRpcError().code()).isEqualTo(-32602));
  }

  @Test
  void progress_arrives() {
    client.progress.clear();

    client
        .sdk()
        .callTool(
            CallToolRequest.builder("test_tool_with_progress")
                .arguments(NOTHING)
                .progressToken("p-1")
                .build());

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> assertThat(client.progress).containsExactlyInAnyOrder(0.0, 50.0, 100.0));
  }

  @Test
  void log_messages_arrive_from_the_level_that_was_asked_for() {
    client.sdk().setLoggingLevel(LoggingLevel.INFO);
    client.logs.clear();

    client.call("test_tool_with_logging", NOTHING);

    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(client.logs)
                    .containsExactlyInAnyOrder(
                        "Tool execution started",
                        "Tool processing data",
                        "Tool execution completed"));
  }

  @Test
  void a_change_of_the_tools_arrives() {
    // why: over HTTP the stream for news opens some time after the handshake
    await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () -> {
              client.call("test_trigger_tool_change", NOTHING);
              assertThat(client.toolChanges).isNotEmpty();
            });
  }

  @Test
  void prompts_are_listed_filled_in_and_completed() {
    assertThat(client.sdk().listPrompts().prompts()).hasSize(5);

    var prompt =
        client
            .sdk()
            .getPrompt(
                GetPromptRequest.builder("test_prompt_with_arguments")
                    .arguments(Map.of("arg1", "one", "arg2", "two"))
                    .build());
    assertThat(prompt.messages().getFirst().content())
        .isEqualTo(TextContent.builder("Prompt with arguments: arg1='one', arg2='two'").build());

    var completed =
        client
            .sdk()
            .completeCompletion(
                CompleteRequest.builder(
                        new PromptReference("test_prompt_with_arguments"),
                        new CompleteArgument("arg1", "test"))
                    .build());
    assertThat(completed.completion().values()).containsExactly("test-a", "test-b");
  }

  @Test
  void resources_are_listed_and_read() {
    assertThat(client.sdk().listResources().resources())
        .extracting(Resource::uri)
        .contains("test://static-text", "test://static-binary");
    assertThat(client.sdk().listResourceTemplates().resourceTemplates())
        .extracting(ResourceTemplate::uriTemplate)
        .isEqualTo(List.of("test://template/{id}/data"));
    assertThat(read("test://static-text"))
        .isEqualTo("This is the content of the static text resource.");
    assertThat(read("test://template/7/data")).contains("\"id\":\"7\"");
    assertThatThrownBy(() -> read("test://nowhere")).isInstanceOf(McpError.class);
  }

  private String read(String uri) {
    var contents =
        client.sdk().readResource(ReadResourceRequest.builder(uri).build()).contents().getFirst();
    return ((TextResourceContents) contents).text();
  }

  @Test
  void the_server_asks_the_user_the_model_and_for_roots() {
    assertThat(client.text("test_elicitation", Map.of("message", "Who?")))
        .startsWith("User response: action=accept")
        .contains("\"username\":\"ada\"");
    assertThat(client.text("test_sampling", Map.of("prompt", "Hi")))
        .isEqualTo("LLM response: Echo: Hi");
    assertThat(client.text("test_input_required_result_list_roots", NOTHING))
        .contains("file:///project");
    assertThat(client.text("test_input_required_result_multiple_inputs", NOTHING))
        .contains("Ada", "Echo: Generate a greeting", "file:///project");
  }
}
