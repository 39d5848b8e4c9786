package dev.baton.mcp.workflow;

import static dev.baton.mcp.workflow.Told.call;
import static dev.baton.mcp.workflow.Told.last;
import static dev.baton.mcp.workflow.Told.prompt;
import static dev.baton.mcp.workflow.Told.trace;
import static dev.baton.workflow.WorkflowDsl.arg;
import static dev.baton.workflow.WorkflowDsl.constant;
import static dev.baton.workflow.WorkflowDsl.fromStep;
import static dev.baton.workflow.WorkflowDsl.timeout;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.mcp.transport.TestTokens;
import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A step's call is a call like a client's. */
class StepCallTest {
  /** Counts what is done, by what it is and how it ended. */
  private static final class Counting implements ServerObserver {
    private final List<String> counted = new CopyOnWriteArrayList<>();

    @Override
    public <T> T around(Work work, Callable<T> doing) throws Exception {
      var what = "%s %s %s %s".formatted(work.kind(), work.method(), work.name(), work.owner());
      try {
        var result = doing.call();
        counted.add(what + (isError(result) ? " tool_error" : " ok"));
        return result;
      } catch (Exception e) {
        counted.add(what + " error");
        throw e;
      }
    }

    private static boolean isError(Object result) {
      return switch (result) {
        case ToolResult tool -> tool.isError();
        case JsonNode json -> json.path("isError").asBoolean(false);
        default -> false;
      };
    }

    private List<String> calls() {
      return counted.stream().filter(what -> what.contains(" tools/call ")).toList();
    }
  }

  private static SequentialWorkflow oneStep(ToolHandle<?, ?> tool) {
    return SequentialWorkflow.named("one").describedAs("do one thing").step("only", tool).build();
  }

  @ParameterizedTest
  @EnumSource
  void it_is_counted_like_a_clients_call(Way way) {
    for (var tool : List.of(Tools.PLAIN, Tools.FAIL, Tools.LIE, Tools.CRASH, Tools.REFUSE)) {
      var counting = new Counting();
      try (var server =
          WorkflowServer.with(
              builder -> builder.observedBy(counting).part(Workflows.of(oneStep(tool))))) {
        var client = server.client(way);
        client.callTool(tool.name());
        prompt(client, "one", "{}");
        assertThat(counting.calls()).hasSize(2);
        assertThat(counting.calls().get(1)).isEqualTo(counting.calls().get(0));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void it_has_the_same_largest_size(Way way) {
    var workflow =
        SequentialWorkflow.named("large")
            .describedAs("keep too much")
            .step("make", Tools.BIG, arg("size", constant(Message.MAX_BYTES)))
            .step("keep", Tools.STORE, arg("text", fromStep("make", "text")))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      var client = server.client(way);
      assertThat(last(prompt(client, "large", "{}")))
          .isEqualTo(
              "assistant: Step 'keep' failed: its arguments have %d bytes; a call has at most %d. To continue, call store with {\"text\": \"<%d bytes that the server knows>\"}. The value of 'text' is too long for any message: get it once more from the call that made it."
                  .formatted(Message.MAX_BYTES + 11, Message.MAX_BYTES, Message.MAX_BYTES + 2));
      var large = "{'text': '%s'}".formatted("x".repeat(Message.MAX_BYTES));
      var refused = TestClient.await(client.startTool("store", large));
      if (client instanceof StdioClient) {
        assertThat(refused.error().path("message").asString(""))
            .contains(String.valueOf(Message.MAX_BYTES));
      } else {
        assertThat(refused.status()).isEqualTo(413);
      }
      assertThat(server.tools().calls(Tools.STORE)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void its_output_is_checked_with_the_same_words(Way way) {
    try (var server = WorkflowServer.serving(oneStep(Tools.LIE))) {
      var client = server.client(way);
      var own = Told.structured(client.callTool("lie")).path("message").asString("");
      assertThat(own).startsWith("lie answered what its output schema forbids: ");
      assertThat(trace(prompt(client, "one", "{}"))).contains("user: Error executing tool: " + own);
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_failure_inside_the_server_is_told_without_its_details(Way way) {
    try (var server = WorkflowServer.serving(oneStep(Tools.CRASH))) {
      assertThat(last(prompt(server.client(way), "one", "{}")))
          .isEqualTo(
              "assistant: Step 'only' failed: crash failed inside the server; its log says why. To"
                  + " continue, call crash with {}.");
    }
  }

  @Test
  void a_protocol_error_is_told_with_its_message() {
    try (var server = WorkflowServer.serving(oneStep(Tools.REFUSE))) {
      assertThat(last(prompt(server.client(Way.STDIO_LEGACY), "one", "{}")))
          .startsWith("assistant: Step 'only' failed: Not today.");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_step_that_takes_too_long_is_given_up(Way way) {
    var workflow =
        SequentialWorkflow.named("slow")
            .describedAs("wait in vain")
            .step("wait", Tools.WAIT, timeout(Duration.ofMillis(50)))
            .build();
    try (var server = WorkflowServer.serving(workflow)) {
      assertThat(last(prompt(server.client(way), "slow", "{}")))
          .startsWith(
              "assistant: Step 'wait' failed: no answer within 50 ms. It may have taken effect all"
                  + " the same: find out before you repeat it.");
      server.gate().awaitInterruption();
    }
  }

  @Test
  void it_is_made_for_the_caller_of_the_prompt() {
    try (var server = WorkflowServer.serving(oneStep(Tools.PLAIN))) {
      prompt(server.of(TestTokens.ALICE), "one", "{}");
      call(server.of(TestTokens.BOB), "plain", "{}", "{}");
      assertThat(server.tools().made(Tools.PLAIN))
          .extracting(Tools.Made::owner)
          .containsExactly("alice", "bob");
    }
  }
}
