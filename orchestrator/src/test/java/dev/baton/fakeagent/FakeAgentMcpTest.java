package dev.baton.fakeagent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How the fake agent calls the tools of the server that started it. */
@Tag("slow")
class FakeAgentMcpTest {
  record Greeting(@Description("Who is greeted") String name) {}

  record Tokens(String token) implements Access.Tokens {
    @Override
    public Optional<TaskOwner> ownerOf(String given) {
      return given.equals(token) ? Optional.of(TaskOwner.LOCAL) : Optional.empty();
    }
  }

  @AutoClose private final AgentRuns agents = new AgentRuns();

  @Test
  void it_says_what_a_tool_answers() throws IOException {
    try (var mcp = server();
        var http = serve(mcp)) {
      var turn = agents.with("BATON_URL", http.url()).play("mcp greet {\"name\": \"grün 😀\"}");

      assertThat(turn.said()).containsExactly("Hello, grün 😀!");
      var use = turn.toolsUsed().getFirst();
      assertThat(use.path("status").asString("")).isEqualTo("completed");
      assertThat(use.path("kind").asString("")).isEqualTo("mcp");
      assertThat(use.path("input").path("tool").asString("")).isEqualTo("greet");
    }
  }

  @Test
  void it_says_why_a_call_failed_and_goes_on() throws IOException {
    try (var mcp = server();
        var http = serve(mcp)) {
      var turn =
          agents
              .with("BATON_URL", http.url())
              .play("mcp fail\nmcp none {}\nmcp greet {nonsense\nmcp greet []\nsay went on");

      assertThat(turn.said()).hasSize(5);
      assertThat(turn.said().get(0)).contains("There is no such thing");
      assertThat(turn.said().get(1)).contains("none");
      assertThat(turn.said().get(2))
          .isEqualTo("that is not JSON: unexpected character at position 1");
      assertThat(turn.said().get(3)).isEqualTo("that is not JSON: an object was expected");
      assertThat(turn.said().get(4)).isEqualTo("went on");
      assertThat(turn.toolsUsed())
          .extracting(use -> use.path("status").asString(""))
          .containsOnly("failed");
    }
  }

  @Test
  void a_server_that_lets_it_not_in_is_told() throws IOException {
    try (var mcp = server();
        var http = serve(mcp)) {
      var turn =
          agents.with("BATON_URL", http.url()).with("BATON_TOKEN", "wrong").play("mcp greet");
      assertThat(turn.toolsUsed().getFirst().path("status").asString("")).isEqualTo("failed");
      assertThat(turn.said().getFirst()).containsIgnoringCase("token");
    }
  }

  @Test
  void a_server_that_is_not_there_is_told() {
    assertThat(agents.play("mcp greet").said())
        .containsExactly("the server cannot be asked: BATON_URL is not set");
    assertThat(
            agents
                .with("BATON_URL", "http://127.0.0.1:1/mcp")
                .with("BATON_TOKEN", "x")
                .play("mcp greet")
                .said())
        .containsExactly("the server cannot be asked: Connection refused");
  }

  @Test
  void an_answer_may_come_in_chunks_at_the_end_of_a_stream() throws Exception {
    var stream =
        ": comment\r\n\r\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n"
            + "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":"
            + "[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"image\"},"
            + "{\"type\":\"text\",\"text\":\"t\\u0077o\"}],\"n\":[1,-2.5e3,true,false,null]}}\n\n";
    assertThat(playAgainst("text/event-stream", stream)).isEqualTo("one\ntwo");
  }

  @Test
  void a_stream_without_an_answer_is_told() throws Exception {
    assertThat(playAgainst("text/event-stream", "data: {\"method\": \"x\"}\n\n"))
        .isEqualTo("the server's stream ended without an answer");
    assertThat(playAgainst("application/json", "{\"id\": 1}"))
        .isEqualTo("the server's answer is none: {\"id\": 1}");
  }

  /** Lets the agent call a server that sends this in chunks of seven bytes. */
  private String playAgainst(String type, String body) throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var answering = Thread.startVirtualThread(() -> answer(server, type, body));
      var turn =
          agents
              .with("BATON_URL", "http://127.0.0.1:" + server.getLocalPort())
              .with("BATON_TOKEN", "x")
              .play("mcp greet");
      answering.join();
      return turn.said().getFirst();
    }
  }

  private static void answer(ServerSocket server, String type, String body) {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    try (var socket = server.accept();
        var out = socket.getOutputStream()) {
      while (socket.getInputStream().read(new byte[4096]) == 4096) {}
      out.write(
          ("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n\r\n")
              .getBytes(StandardCharsets.UTF_8));
      for (var from = 0; from < bytes.length; from += 7) {
        var size = Math.min(7, bytes.length - from);
        out.write((Integer.toHexString(size) + ";x=y\r\n").getBytes(StandardCharsets.UTF_8));
        out.write(bytes, from, size);
        out.write("\r\n".getBytes(StandardCharsets.UTF_8));
      }
      out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpTransport serve(McpServer server) throws IOException {
    agents.with("BATON_TOKEN", "secret");
    return HttpTransport.start(server, new Tokens("secret"), HttpOptions.loopback(0));
  }

  private static McpServer server() {
    return McpServer.named("test", "1")
        .tool(
            Tool.named("greet", Greeting.class)
                .description("Greets")
                .handler((in, context) -> ToolResult.text("Hello, " + in.name() + "!")))
        .tool(
            Tool.withSchema("fail", Json.parseObject("{\"type\":\"object\"}"))
                .description("Fails")
                .handler(
                    (in, context) -> {
                      throw new ToolFailure(
                          FailureCode.NOT_FOUND, "There is no such thing", "Look elsewhere");
                    }))
        .build();
  }
}
