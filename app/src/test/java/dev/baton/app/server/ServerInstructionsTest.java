package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.access.LocalToken;
import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.transport.WebClient;
import dev.baton.orchestrator.tools.AgentScope;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a model is told before it calls anything. */
class ServerInstructionsTest {
  private static final Pattern TOOL =
      Pattern.compile(
          "\\b(list|create|start|get|tail|respond|follow|stop|merge|delete|update|attach|retry)_[a-z_]+");

  @TempDir private Path directory;

  private static JsonNode handshake(BoardFixture board) throws Exception {
    var token = new LocalToken(board.data()).loadOrMake().text();
    try (var client = new WebClient(board.url(), token)) {
      var hello =
          "{'protocolVersion': '2025-11-25', 'capabilities': {},"
              + " 'clientInfo': {'name': 'test', 'version': '1'}}";
      return client.request("initialize", hello).result();
    }
  }

  @Test
  void the_whole_loop_is_told_in_both_eras_and_in_two_kilobytes() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var text =
          board
              .client()
              .request("server/discover", Json.object())
              .path("instructions")
              .asString("");

      assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2048);
      assertThat(text)
          .containsSubsequence(
              "list_projects",
              "create_task",
              "start_task_attempt",
              "get_attempt_status",
              "get_attempt_changes",
              "follow_up",
              "merge_attempt");
      assertThat(handshake(board).path("instructions").asString("")).isEqualTo(text);
      assertThat(tools(board)).containsAll(named(text));
    }
  }

  @Test
  void a_server_of_the_core_names_no_tool_that_it_does_not_have() throws Exception {
    try (var board = BoardFixture.withCoreToolsOnly(directory)) {
      var text =
          board
              .client()
              .request("server/discover", Json.object())
              .path("instructions")
              .asString("");

      assertThat(tools(board)).containsAll(named(text));
      assertThat(text).doesNotContain("merge_attempt", "create_project");
      assertThat(text.lines().filter(line -> line.matches("\\d\\. .*")).map(line -> line.charAt(0)))
          .containsExactly('1', '2', '3', '4', '5', '6');
    }
  }

  @Test
  void an_agent_at_work_is_told_of_no_tool_that_is_not_for_it() throws Exception {
    try (var board = BoardFixture.in(directory);
        var agent = new McpClient(URI.create(board.url()), board.agentToken())) {
      var text = agent.request("server/discover", Json.object()).path("instructions").asString("");

      assertThat(named(text))
          .contains("get_context", "create_task")
          .allMatch(tool -> AgentScope.of(tool) != AgentScope.NOTHING);
      assertThat(text.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2048);
    }
  }

  private static List<String> named(String text) {
    return TOOL.matcher(text).results().map(MatchResult::group).distinct().toList();
  }

  private static List<String> tools(BoardFixture board) throws Exception {
    return board
        .client()
        .request("tools/list", Json.object())
        .path("tools")
        .valueStream()
        .map(tool -> tool.path("name").asString(""))
        .collect(Collectors.toList());
  }
}
