package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.TestServer;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.TestClient.Speaks;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tool that only some callers know. */
class VisibleToolsTest {
  @AutoClose
  private final Web web =
      Web.serve(
          TestServer.start(
              builder ->
                  builder.tool(
                      Tool.withSchema("secret", Json.object().put("type", "object"))
                          .description("For Alice")
                          .visibleTo(caller -> caller.name().equals("alice"))
                          .handler((_, _) -> ToolResult.text("opened")))));

  @ParameterizedTest
  @EnumSource
  void is_listed_and_called_by_them(Speaks era) {
    try (var alice = web.client(TestTokens.ALICE).speaking(era)) {
      assertThat(alice.request("tools/list", "{}").result().toString()).contains("\"secret\"");
      assertThat(alice.callTool("secret").text()).isEqualTo("opened");
    }
  }

  @ParameterizedTest
  @EnumSource
  void does_not_exist_for_others(Speaks era) {
    try (var bob = web.client(TestTokens.BOB).speaking(era)) {
      assertThat(bob.request("tools/list", "{}").result().toString()).doesNotContain("secret");
      var hidden = bob.callTool("secret").error().toString();
      var unknown = bob.callTool("no-such").error().toString();
      assertThat(hidden).isEqualTo(unknown.replace("no-such", "secret"));
    }
  }
}
