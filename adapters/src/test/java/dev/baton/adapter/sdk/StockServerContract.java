package dev.baton.adapter.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.groups.Tuple.tuple;

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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What the workflows of a notebook do in any stock server, seen through the SDK's client. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
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
    stopServer();
  }

  /** Ends what the client does not end by leaving. */
  protected void stopServer() {}

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

  protected final String told(String prompt, Map<String, Object> arguments) {
    return Retold.of(get(prompt, arguments));
  }

  @Test
  void it_runs_where_it_is_meant_to() {
    assertThat(told("about", Map.of()))
        .endsWith(
            """
            user: Tool result:
            {
              "caller": "a-client",
              "java": %d,
              "sdk": "mcp-core-%s.jar"
            }
            """
                .formatted(java(), sdk()));
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
            tuple("task", "What needs doing", true),
            tuple("project", "Project name", true),
            tuple("date", "Date (defaults to today)", false));
  }

  @Test
  void getting_it_calls_the_tools_and_reads_the_resources_of_the_server() {
    assertThat(told("add-todo", Map.of("task", "call Ada", "project", " engine ")))
        .isEqualTo(
            """
            user: resource://notes/intro (text/markdown) Write short notes.
            user: resource://projects/%20engine%20 (null) All about it.
            user: I want to add a TODO item to a project.
            Parameters:
              - task: "call Ada"
              - project: " engine "
            assistant: Here's my plan:
            1. normalize_project - Cleans up a project's name
            2. build_content - Writes the text of a note
            3. add_content - Adds text to a page
            assistant: Calling tool 'normalize_project' with parameters:
            {
              "input": " engine "
            }
            user: Tool result:
            {
              "name": "engine",
              "size": 1.5
            }
            assistant: The note for  engine  is short.
            user: resource://notes/logo (null) in Base64 AAEC
            assistant: Calling tool 'build_content' with parameters:
            {
              "task": "call Ada",
              "project": "engine"
            }
            user: Tool result:
            [
              {
                "type": "text",
                "text": "TODO call Ada [[engine]]"
              }
            ]
            assistant: Calling tool 'add_content' with parameters:
            {
              "content": "TODO call Ada [[engine]]"
            }
            user: Tool result:
            [
              {
                "type": "text",
                "text": "added at today"
              }
            ]
            """);
  }

  @Test
  void a_trace_can_be_one_message() {
    assertThat(told("told-at-once", Map.of()))
        .isEqualTo(
            """
            user: The server has run the workflow 'told-at-once' for you. This is the conversation so far, in 4 parts that begin with a line of === each; parts marked assistant are yours. Go on from its end.

            === 1 of 4, user ===
            I want to note that I leave.

            === 2 of 4, assistant ===
            Here's my plan:
            1. build_content - Writes the text of a note

            === 3 of 4, assistant ===
            Calling tool 'build_content' with parameters:
            {
              "task": "leave",
              "project": "home"
            }

            === 4 of 4, user ===
            Tool result:
            [
              {
                "type": "text",
                "text": "TODO leave [[home]]"
              }
            ]
            """);
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
    assertThat(error.getJsonRpcError().message())
        .isEqualTo(
            "Workflow 'prioritise' cannot start: argument 'priority' must be an integer, got 'high'; argument 'mood' must be one of calm, Cheerful, cross, got 'sad'; unknown argument 'more' (known: priority, mood)");
    assertThat(SdkJson.tree(error.getJsonRpcError().data()).at("/problems/0").toString())
        .isEqualTo(
            "{\"argument\":\"priority\",\"problem\":\"invalid\",\"message\":\"argument 'priority' must be an integer, got 'high'\"}");
  }

  @Test
  void a_tool_that_says_it_failed_is_handed_off() {
    assertThat(told("add-todo", Map.of("task", "rest", "project", "engine", "date", "never")))
        .endsWith(
            """
            user: Error executing tool: There is no such day
            assistant: Step 'add' failed: There is no such day. To continue, call add_content with {"date": "never", "content": "TODO rest [[engine]]"}.
            """);
  }

  @Test
  void every_other_way_to_fail_is_told_as_a_client_would_hear_it() {
    assertThat(told("all-that-fails", Map.of()))
        .endsWith(
            """
            assistant: Calling tool 'wait_for_ever' with parameters:
            {}
            user: Error executing tool: no answer within 200 ms
            assistant: Calling tool 'refuse' with parameters:
            {}
            user: Error executing tool: not today
            assistant: Calling tool 'fall_over' with parameters:
            {}
            user: Error executing tool: the ink is out
            assistant: Calling tool 'fall_over' with parameters:
            {}
            user: Error executing tool: the ink is out
            assistant: Calling tool 'lie' with parameters:
            {}
            user: Error executing tool: the answer of lie does not fit its output schema: /name: integer found, string expected
            assistant: Calling tool 'forget' with parameters:
            {}
            user: Error executing tool: forget has an output schema and answered without structured content
            assistant: Step 'wait' failed: no answer within 200 ms. It may have taken effect all the same: find out before you repeat it. Step 'refuse' failed: not today. Step 'fall' failed: the ink is out. Step 'fall-in-time' failed: the ink is out. Step 'lie' failed: the answer of lie does not fit its output schema: /name: integer found, string expected. Step 'forget' failed: forget has an output schema and answered without structured content. To continue, call wait_for_ever with {}. Then call refuse with {}. Then call fall_over with {} for step 'fall'. Then call fall_over with {} for step 'fall-in-time'. Then call lie with {}. Then call forget with {}.
            """);
  }

  @Test
  void arguments_that_the_tool_refuses_are_handed_off() {
    assertThat(told("prioritise", Map.of("priority", "9")))
        .endsWith(
            """
            assistant: Cannot proceed with step 'content': its arguments do not satisfy the input schema of build_content: 'priority' must have a maximum value of 5. To continue, call build_content with {"task": "Write short notes.", "project": "x", "priority": "<for you to correct: 9 must have a maximum value of 5>"}.
            """);
  }

  @Test
  void a_destructive_tool_is_handed_off_and_a_durable_run_says_that_it_is_not_recorded() {
    var result = get("clean-up", Map.of());

    assertThat(Retold.of(result))
        .endsWith(
            """
            assistant: Step 'purge' waits for a confirmation: purge can destroy something, so it does not run by itself. Ask the user before you go on. To continue, call purge with {"project": "old"}.
            """);
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
    assertThat(told("farewell", Map.of()))
        .endsWith(
            """
            user: Error executing tool: tool 'farewell' is not available on this server
            assistant: Step 'farewell' failed: tool 'farewell' is not available on this server. To continue, call farewell (if you have it; this server does not) with {}.
            """);
  }

  @Test
  void a_resource_that_cannot_be_read_is_a_link_and_one_that_is_not_there_is_named() {
    assertThat(told("torn", Map.of()))
        .isEqualTo(
            """
            user: link resource://notes/torn named resource://notes/torn
            user: Error reading resource 'resource://projects/nowhere': this server has none with this URI.
            user: I want to read what cannot be read.
            assistant: Here's my plan:
            1. read - read 1 resource
            user: resource://notes/intro (text/markdown) Write short notes.
            """);
  }

  @Test
  void a_client_that_asks_for_progress_hears_of_every_step() {
    progress.clear();
    client.getPrompt(GetPromptRequest.builder("about").meta(Map.of("progressToken", "p1")).build());

    // why: the SDK's client hands each notification to a thread of a pool, in any order
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(progress)
                    .containsExactlyInAnyOrder("0 of 1 Step 1/1: about", "1 of 1 Completed"));
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
