package dev.baton.mcp.server;

import static dev.baton.mcp.server.TaskTesting.await;
import static dev.baton.mcp.server.TaskTesting.cancel;
import static dev.baton.mcp.server.TaskTesting.startModern;
import static dev.baton.mcp.transport.TestClient.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An ordinary tool in the newer era: answered at once, or by a task if that takes too long. */
@Timeout(30)
class SlowCallsTest {
  private TestServer server = start(Duration.ofMillis(200));
  private StdioClient client = new StdioClient(server);

  private static TestServer start(Duration taskAfter) {
    return TestServer.start(settings -> settings.withTaskAfter(taskAfter));
  }

  /** Lets calls be quick that take their time on a busy machine. */
  private void haveTime() {
    stop();
    server = start(Duration.ofSeconds(20));
    client = new StdioClient(server);
  }

  @AfterEach
  void stop() {
    server.gate().open();
    client.close();
    server.close();
  }

  @Test
  void a_quick_call_is_answered_directly() {
    haveTime();
    client.modern(ALL);
    var result = client.callTool("echo", "{'text': 'quick'}").result();
    assertThat(result.path("resultType").asString("")).isEqualTo("complete");
  }

  @Test
  void a_slow_call_becomes_a_task_that_ends_with_its_result() {
    client.modern(ALL);
    var id = startModern(client, "wait");
    await(client, id, "working");
    server.gate().open();
    var task = await(client, id, "completed");
    assertThat(task.path("result").path("content").path(0).path("text").asString(""))
        .isEqualTo("waited");
  }

  @Test
  void a_slow_call_that_became_a_task_is_interrupted_when_that_is_cancelled() {
    client.modern(ALL);
    var id = startModern(client, "wait");
    cancel(client, id).result();
    server.gate().awaitInterruption();
    await(client, id, "cancelled");
  }

  @Test
  void a_client_that_cannot_follow_tasks_waits() {
    client.modern("{}");
    var call = client.startTool("wait", "{}");
    server.gate().awaitArrival();
    server.gate().open();
    assertThat(TestClient.await(call).text()).isEqualTo("waited");
  }

  @Test
  void a_question_before_the_time_is_up_is_still_the_answer() {
    haveTime();
    client.modern(ALL);
    assertThat(client.callTool("ask").result().path("resultType").asString(""))
        .isEqualTo("input_required");
  }
}
