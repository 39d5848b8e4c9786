package dev.baton.adapter.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest;
import io.modelcontextprotocol.spec.McpSchema.CompleteRequest.CompleteArgument;
import io.modelcontextprotocol.spec.McpSchema.GetPromptRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the workflows of a notebook do in any stock server, seen through the SDK's client. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class StockServerContract {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final List<String> progress = new CopyOnWriteArrayList<>();
  private McpSyncClient client;

  /** A new connection to a server with the notebook's tools, resources and workflows. */
  protected abstract McpClientTransport connect() throws Exception;

  /** The feature number of the Java that the server runs on. */
  protected abstract int java();

  /** The version of the SDK in the server. */
  protected abstract String sdk();

  @BeforeAll
  void open() throws Exception {
    client = client("a-client");
  }

  @AfterAll
  void close() {
    if (client != null) {
      client.closeGracefully();
    }
  }

  private McpSyncClient client(String name) throws Exception {
    var opened =
        McpClient.sync(connect())
            .requestTimeout(LIMIT)
            .initializationTimeout(LIMIT)
            .clientInfo(Implementation.builder(name, "1").build())
            .progressConsumer(
                it ->
                    progress.add(
                        "%.0f of %.0f %s".formatted(it.progress(), it.total(), it.message())))
            .build();
    opened.initialize();
    return opened;
  }

  private GetPromptResult get(String prompt, Map<String, Object> arguments) {
    return client.getPrompt(GetPromptRequest.builder(prompt).arguments(arguments).build());
  }

  private String told(String prompt, Map<String, Object> arguments) {
    return Retold.of(get(prompt, arguments));
  }

  @Test
  void it_runs_where_it_is_meant_to() {
    assertThat(told("about", Map.of()))
        .contains(
            "\"caller\" : \"a-client\"", "\"java\" : " + java(), "mcp-core-" + sdk() + ".jar");
  }

  @Test
  void the_prompt_is_listed_with_its_arguments() {
    var prompt =
        client.listPrompts().prompts().stream()
            .filter(it -> it.name().equals("add-todo"))
            .findFirst()
            .orElseThrow();

    assertThat(prompt.title()).isEqualTo("Add a TODO");
    assertThat(prompt.description()).isEqualTo("Add a TODO item to a project.");
    assertThat(prompt.arguments())
        .extracting(PromptArgument::name, PromptArgument::description, PromptArgument::required)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("task", "What needs doing", true),
            org.assertj.core.groups.Tuple.tuple("project", "Project name", true),
            org.assertj.core.groups.Tuple.tuple("date", "Date (defaults to today)", false));
  }

  @Test
  void getting_it_calls_the_tools_and_reads_the_resources_of_the_server() {
    assertThat(told("add-todo", Map.of("task", "call Ada", "project", " engine "))).isEqualTo("x");
  }

  @Test
  void a_trace_can_be_one_message() {
    assertThat(told("told-at-once", Map.of())).isEqualTo("x");
  }

  @Test
  void a_client_that_needs_one_message_gets_one() throws Exception {
    var needy = client("claude-code");
    try {
      var result = needy.getPrompt(GetPromptRequest.builder("about").build());

      assertThat(result.messages()).hasSize(1);
    } finally {
      needy.closeGracefully();
    }
  }

  @Test
  void wrong_arguments_are_refused_all_at_once() {
    var error =
        catchThrowableOfType(
            McpError.class,
            () -> get("prioritise", Map.of("priority", "high", "mood", "sad", "more", "1")));

    assertThat(error.getJsonRpcError().code()).isEqualTo(-32602);
    assertThat(error.getJsonRpcError().message()).isEqualTo("x");
    assertThat(error.getJsonRpcError().data()).isEqualTo("x");
  }

  @Test
  void a_tool_that_says_it_failed_is_handed_off() {
    assertThat(told("add-todo", Map.of("task", "rest", "project", "engine", "date", "never")))
        .endsWith("x");
  }

  @Test
  void every_other_way_to_fail_is_told_as_a_client_would_hear_it() {
    assertThat(told("all-that-fails", Map.of())).isEqualTo("x");
  }

  @Test
  void arguments_that_the_tool_refuses_are_handed_off() {
    assertThat(told("prioritise", Map.of("priority", "9"))).endsWith("x");
  }

  @Test
  void a_destructive_tool_is_handed_off_and_a_durable_run_says_that_it_is_not_recorded() {
    var result = get("clean-up", Map.of());

    assertThat(Retold.of(result)).endsWith("x");
    assertThat(result.meta())
        .isEqualTo(
            Map.of(
                "durable",
                false,
                "durable_reason",
                "this server has no tasks to record the run in"));
  }

  @Test
  void a_tool_that_was_removed_is_handed_off() {
    assertThat(told("farewell", Map.of())).endsWith("x");
  }

  @Test
  void a_resource_that_cannot_be_read_is_a_link() {
    assertThat(told("torn", Map.of())).isEqualTo("x");
  }

  @Test
  void a_client_that_asks_for_progress_hears_of_every_step() {
    progress.clear();
    client.getPrompt(GetPromptRequest.builder("about").meta(Map.of("progressToken", "p1")).build());

    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(progress).containsExactly("0 of 1 Step 1/1: about", "1 of 1 Completed"));
  }

  @Test
  void arguments_complete() {
    assertThat(complete("prioritise", "mood", "c")).containsExactly("calm", "Cheerful", "cross");
    assertThat(complete("prioritise", "mood", "CH")).containsExactly("Cheerful");
    assertThat(complete("prioritise", "priority", "1")).isEmpty();
    assertThat(complete("add-todo", "project", "en")).containsExactly("en-1");
  }

  private List<String> complete(String prompt, String argument, String typed) {
    return client
        .completeCompletion(
            CompleteRequest.builder(
                    PromptReference.builder(prompt).build(), new CompleteArgument(argument, typed))
                .build())
        .completion()
        .values();
  }
}
