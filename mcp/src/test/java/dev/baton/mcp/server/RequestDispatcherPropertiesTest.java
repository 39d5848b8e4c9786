package dev.baton.mcp.server;

import static dev.baton.mcp.transport.TestClient.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.RequestId;
import dev.baton.mcp.protocol.AnyJson;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.transport.TestClient;
import dev.baton.property.Generator;
import dev.baton.property.Given;
import dev.baton.property.Property;
import dev.baton.task.TaskOwner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import tools.jackson.databind.node.ObjectNode;

/** Whatever a request says, it gets exactly one answer, and none that shows our insides. */
class RequestDispatcherPropertiesTest {
  private static final TestServer SERVER = TestServer.start();
  private static final Generator<String> METHODS =
      Generator.of(
          "ping",
          "server/discover",
          "initialize",
          "logging/setLevel",
          "tools/list",
          "tools/call",
          "prompts/list",
          "prompts/get",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "resources/subscribe",
          "resources/unsubscribe",
          "completion/complete",
          "tasks/get",
          "tasks/list",
          "tasks/result",
          "tasks/update",
          "tasks/cancel",
          "no/such");
  private static final Generator<String> NAMES =
      Generator.of(
          "echo",
          "add",
          "fail",
          "refuse",
          "ask",
          "ask_both",
          "log",
          "progress",
          "route",
          "echo_task",
          "echo_required",
          "prepared",
          "greet",
          "handles",
          "asking",
          "nothing");
  private static final Generator<ObjectNode> PARAMS =
      Generator.oneOf(
          AnyJson.objects(), given -> given.any(AnyJson.objects()).put("name", given.any(NAMES)));
  private static final Generator<ObjectNode> CAPABILITIES =
      Generator.oneOf(
          AnyJson.objects(),
          Generator.of(
                  "{}", "{'elicitation': {}, 'extensions': {'io.modelcontextprotocol/tasks': {}}}")
              .map(TestClient::json));

  @AfterAll
  static void stop() {
    SERVER.close();
  }

  /** Keeps what it is given. */
  private static final class Kept implements Reply {
    private final List<ObjectNode> answers = new ArrayList<>();
    private final List<ObjectNode> messages = new ArrayList<>();

    @Override
    public void staysOpen() {
      // why: nothing is counted here
    }

    @Override
    public Permit permit() {
      return Permit.LASTING;
    }

    @Override
    public boolean send(ObjectNode message) {
      return messages.add(message);
    }

    @Override
    public void answer(ObjectNode response) {
      answers.add(response);
    }

    @Override
    public void refuse(ObjectNode response, Refusal reason) {
      answers.add(response);
    }

    @Override
    public void withhold() {
      throw new AssertionError("Nobody cancelled");
    }

    @Override
    public void onClientGone(Runnable action) {}
  }

  @Property(tries = 800)
  void any_request_of_the_newer_era_gets_one_answer(Given given) {
    var method = given.any(METHODS);
    var params = given.any(PARAMS);
    var capabilities = given.any(CAPABILITIES);
    var meta = params.path("_meta") instanceof ObjectNode own ? own : params.putObject("_meta");
    meta.put("io.modelcontextprotocol/protocolVersion", "2026-07-28");
    meta.set("io.modelcontextprotocol/clientCapabilities", capabilities);
    try (var connection = SERVER.mcp().connect(TaskOwner.LOCAL)) {
      assertOneAnswer(connection, method, params);
    }
  }

  @Property(tries = 800)
  void any_request_of_the_older_era_gets_one_answer(Given given) {
    var method = given.any(METHODS);
    var params = given.any(PARAMS);
    try (var connection = SERVER.mcp().connect(TaskOwner.LOCAL)) {
      serve(connection, "initialize", json("{'protocolVersion': '2025-11-25'}"));
      assertOneAnswer(connection, method, params);
    }
  }

  @Property(tries = 300)
  void any_request_of_no_era_gets_one_answer(Given given) {
    var method = given.any(METHODS);
    var params = given.any(PARAMS);
    try (var connection = SERVER.mcp().connect(TaskOwner.LOCAL)) {
      assertOneAnswer(connection, method, params);
    }
  }

  @Property(tries = 300)
  void any_notification_is_taken_in_silence(Given given) {
    var method = given.any(METHODS);
    var params = given.any(PARAMS);
    try (var connection = SERVER.mcp().connect(TaskOwner.LOCAL)) {
      SERVER.mcp().receive(connection, new Message.Notification(method, params));
      SERVER.mcp().receive(connection, new Message.Notification("notifications/cancelled", params));
      SERVER
          .mcp()
          .receive(
              connection,
              new Message.Response(RequestId.of("x"), Optional.of(params), Optional.empty()));
    }
  }

  private static Kept serve(Connection connection, String method, ObjectNode params) {
    var kept = new Kept();
    var request = new Message.Request(RequestId.of("the-id"), method, params);
    SERVER.mcp().serve(connection, request, Headers.NONE, kept);
    return kept;
  }

  private static void assertOneAnswer(Connection connection, String method, ObjectNode params) {
    var kept = serve(connection, method, params);
    assertThat(kept.answers).hasSize(1);
    var answer = kept.answers.getFirst();
    assertThat(answer.path("id").asString("")).isEqualTo("the-id");
    assertThat(answer.has("result")).isNotEqualTo(answer.has("error"));
    assertThat(answer.path("error").path("code").asInt(0))
        .as("%s %s gives %s", method, params, answer)
        .isNotEqualTo(-32603);
    assertThat(answer.toString()).doesNotContain("Exception", "dev.baton", "java.", "\\tat ");
    assertThat(kept.messages).allMatch(message -> !message.has("id"));
    assertThat(connection.isBusy()).isFalse();
  }
}
