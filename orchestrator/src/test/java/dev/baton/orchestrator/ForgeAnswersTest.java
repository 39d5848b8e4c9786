package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.task.TaskOwner;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What models are told when a forge says much, or nothing. */
class ForgeAnswersTest {
  @TempDir private Path directory;
  private TestForge gh;
  private TestBaton baton;
  private McpServer server;
  private TestClient model;
  private UUID attempt;

  @BeforeEach
  void open() {
    gh = TestForge.of(directory.resolve("bin"), "gh");
    baton = TestBaton.in(directory, setup -> setup.withForges(gh.forges()));
    TestForge.remote(baton.repository(), TestForge.GITHUB);
    attempt = baton.start("write a.txt one").attemptId();
    baton.awaitEnd(attempt);
    var builder = McpServer.named("test", "1");
    Operations.of(baton.orchestrator()).stream()
        .filter(Operation::isTool)
        .forEach(operation -> builder.tool(operation.tool()));
    server = builder.build();
    model = new MemoryClient(server, TaskOwner.LOCAL).modern("{}");
  }

  @AfterEach
  void close() {
    model.close();
    server.close();
    baton.close();
  }

  private RepoPullRequest create() {
    var request =
        new NewPullRequest(
            new PushRequest(attempt, Optional.empty()), Optional.empty(), Optional.empty(), false);
    return baton.orchestrator().pullRequests().create(request).getFirst();
  }

  private ToolFailure failure() {
    return catchThrowableOfType(ToolFailure.class, this::create);
  }

  private ObjectNode status(boolean refresh) {
    return model.call(
        "get_attempt_status", "{'attempt_id': '%s', 'refresh': %s}".formatted(attempt, refresh));
  }

  private static String longComment(int id) {
    return """
        {"id":%d,"user":{"login":"ben"},"path":"a.txt","line":1,"body":"x%s",
          "created_at":"2026-11-16T11:00:00Z"}\
        """
        .formatted(id, "🙂".repeat(4_500));
  }

  @Test
  void a_status_shows_how_many_long_comments_begin_and_the_agent_gets_all_of_them() {
    create();
    gh.put(
        "lines",
        IntStream.range(0, 25)
            .mapToObj(ForgeAnswersTest::longComment)
            .collect(Collectors.joining(",", "[", "]")));

    var shown = status(true).path("reviewer_comments");

    assertThat(Json.bytes(shown).length).isBetween(5_000, 10_000);
    assertThat(shown).allSatisfy(it -> assertThat(it.path("body").asString()).endsWith("🙂…"));
    model.call(
        "follow_up",
        "{'action': 'queue', 'attempt_id': '%s', 'reviewer_comments': true}".formatted(attempt));
    baton.awaitEnd(attempt);
    assertThat(baton.status(attempt).standing().comments())
        .hasSize(25)
        .allSatisfy(
            it -> assertThat(it.comment().body()).hasSizeGreaterThan(7_990).endsWith("🙂…"));
    assertThat(baton.messages(attempt, SessionMessage.Role.USER).getLast())
        .contains("**ben** on `a.txt` line 1");
  }

  @Test
  void a_forge_that_is_down_does_not_hide_how_an_attempt_stands() {
    create();
    gh.put("down", "");

    var status = status(true);

    assertThat(status.path("state").asString()).isEqualTo("completed");
    assertThat(status.path("pull_requests").path(0).path("state").asString()).isEqualTo("open");
    assertThat(status.path("refresh_failed").asString()).contains("HTTP 502: Bad Gateway");
    assertThat(status(false).has("refresh_failed")).isFalse();
  }

  @Test
  void whether_there_is_a_pull_request_is_said_only_if_it_is_known() throws Exception {
    gh.put("down", "");
    var unknown = failure();
    assertThat(unknown).hasMessageContaining("it is not known whether it has a pull request");
    assertThat(unknown.code().wireName()).isEqualTo("forge_unavailable");
    assertThat(unknown.retryable()).isTrue();

    gh.remove("down");
    create();
    gh.put("down", "");
    assertThat(failure()).hasMessageContaining("pull request #128 was not read");
  }
}
