package dev.baton.orchestrator.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.orchestrator.agent.TurnCommand.TurnFile;
import dev.baton.orchestrator.agent.acp.AcpProfiles;
import dev.baton.orchestrator.agent.model.ModelChoice;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is started for a turn. */
class CommandLineTest {
  private static final McpAccess SERVER =
      new McpAccess(URI.create("http://127.0.0.1:4747/mcp"), "token-of-this-attempt");

  static Stream<AgentExecutor> executors() {
    return Stream.of(
        TestAgents.claude(),
        TestAgents.codex(),
        TestAgents.acp(AcpProfiles.GEMINI),
        TestAgents.acp(AcpProfiles.QWEN_CODE),
        TestAgents.acp(AcpProfiles.OPENCODE),
        TestAgents.acp(AcpProfiles.COPILOT),
        TestAgents.acp("MY_AGENT"),
        TestAgents.command(List.of("my-command")),
        TestAgents.fake());
  }

  @Test
  void claude_edits_its_workspace_and_runs_nothing_of_the_repository() {
    var command = TestAgents.claude().command(TestAgents.request("do it"));
    assertThat(command.argv())
        .containsExactly(
            "claude",
            "-p",
            "--verbose",
            "--output-format=stream-json",
            "--input-format=stream-json",
            "--permission-mode=acceptEdits",
            "--settings={\"disableAllHooks\":true}",
            "--setting-sources=user",
            "--add-dir=/home/dev/work",
            "--strict-mcp-config");
    assertThat(command.environment())
        .containsEntry("CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD", "1");
    assertThat(command.directory()).isEqualTo(Path.of("/home/dev/work"));
    assertThat(command.input())
        .isEqualTo(
            new TurnCommand.Input.Channel(
                """
                {"type":"user","message":{"role":"user","content":"do it"}}
                """));
  }

  @Test
  void a_prompt_that_begins_with_a_slash_is_no_command_to_claude() {
    var command = TestAgents.claude().command(TestAgents.request("/clear is broken"));
    assertThat(command.input().text()).contains("\"content\":\" /clear is broken\"");
  }

  @Test
  void claude_asks_us_only_where_someone_answers() {
    var command = TestAgents.claude().command(TestAgents.request("do it", TurnMode.APPROVALS));
    assertThat(command.argv())
        .contains("--permission-mode=default", "--permission-prompt-tool=stdio");
    assertThat(command.input().text().lines().toList())
        .containsExactly(
            "{\"type\":\"control_request\",\"request_id\":\"baton-initialize\","
                + "\"request\":{\"subtype\":\"initialize\"}}",
            "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"do it\"}}");
  }

  @Test
  void claude_may_do_everything_only_in_a_variant_that_says_so() {
    var full = AgentVariant.of("YOLO", TurnMode.DEFAULT).withAccess(AgentVariant.Access.FULL);
    assertThat(TestAgents.claude().command(TestAgents.request("x").withVariant(full)).argv())
        .contains("--permission-mode=bypassPermissions");
  }

  @Test
  void the_superuser_is_a_sandbox_to_claude_only_where_it_is_trusted() {
    var trusted = TestAgents.claude(true).findVariant(AgentVariant.TRUSTED).orElseThrow();
    var asked = TestAgents.request("x").withVariant(trusted);

    assertThat(TestAgents.claude(true).command(asked).argv())
        .contains("--permission-mode=bypassPermissions");
    assertThat(TestAgents.claude(true).command(asked).environment())
        .containsEntry("IS_SANDBOX", "1");
    assertThat(TestAgents.claude(false).command(asked).environment())
        .doesNotContainKey("IS_SANDBOX");
    assertThat(TestAgents.claude(true).command(TestAgents.request("x")).environment())
        .doesNotContainKey("IS_SANDBOX");
  }

  @Test
  void every_agent_with_conversations_can_be_trusted() {
    assertThat(executors())
        .filteredOn(executor -> executor.findVariant(AgentVariant.TRUSTED).isPresent())
        .extracting(AgentExecutor::name)
        .containsExactly(
            "CLAUDE_CODE",
            "CODEX",
            "GEMINI",
            "QWEN_CODE",
            "OPENCODE",
            "COPILOT",
            "MY_AGENT",
            "FAKE_AGENT");
  }

  @Test
  void a_repository_runs_hooks_and_servers_if_the_project_allows_it() {
    var request = TestAgents.request("x").withTrust(new RepositoryTrust(true, true));
    assertThat(TestAgents.claude().command(request).argv())
        .doesNotContain("--strict-mcp-config")
        .noneMatch(argument -> argument.startsWith("--setting"));
    assertThat(TestAgents.codex().command(request).argv())
        .startsWith("codex", "--dangerously-bypass-hook-trust", "exec")
        .doesNotContain("features.hooks=false")
        .contains("projects={\"/home/dev/work\"={trust_level=\"trusted\"}}");
    assertThat(TestAgents.acp(AcpProfiles.OPENCODE).command(request).environment())
        .doesNotContainKey("OPENCODE_DISABLE_PROJECT_CONFIG");
    assertThat(TestAgents.acp(AcpProfiles.QWEN_CODE).command(request).files())
        .singleElement()
        .extracting(TurnFile::content)
        .asString()
        .doesNotContain("disableAllHooks", "allowed");
  }

  @Test
  void servers_alone_are_taken_from_the_repository_without_its_settings(@TempDir Path workspace)
      throws IOException {
    Files.writeString(workspace.resolve(".mcp.json"), "{}");
    var request =
        TurnRequest.of(UUID.randomUUID(), "x", workspace, Path.of("/private"))
            .withTrust(new RepositoryTrust(false, true));

    assertThat(TestAgents.claude().command(request).argv())
        .contains("--setting-sources=user", "--mcp-config=" + workspace.resolve(".mcp.json"))
        .doesNotContain("--strict-mcp-config");
    assertThat(TestAgents.codex().command(request).argv()).contains("features.hooks=false");
  }

  @ParameterizedTest
  @ValueSource(strings = {".codex", ".agents"})
  void codex_does_not_trust_a_repository_that_speaks_to_it(String name, @TempDir Path workspace)
      throws IOException {
    var request = TurnRequest.of(UUID.randomUUID(), "x", workspace, Path.of("/private"));
    var trusted = "projects={\"%s\"={trust_level=\"trusted\"}}".formatted(workspace);
    var untrusted = "projects={\"%s\"={trust_level=\"untrusted\"}}".formatted(workspace);
    assertThat(TestAgents.codex().command(request).argv()).contains(trusted);

    Files.createDirectory(workspace.resolve(name));

    assertThat(TestAgents.codex().command(request).argv()).contains(untrusted);
    assertThat(
            TestAgents.codex().command(request.withTrust(new RepositoryTrust(false, true))).argv())
        .contains(trusted);
  }

  @Test
  void a_copy_of_a_conversation_is_asked_for_where_the_agent_can() {
    var request = TestAgents.request("x", TurnMode.FORK);
    assertThat(TestAgents.claude().command(request).argv()).doesNotContain("--fork-session");
    assertThat(TestAgents.codex().command(request).argv()).endsWith("-").doesNotContain("fork");

    var later = request.withEarlierSession("earlier");
    assertThat(TestAgents.claude().command(later).argv())
        .contains("--resume=earlier", "--fork-session", "--permission-mode=acceptEdits");
    assertThat(TestAgents.codex().command(later).argv()).endsWith("fork", "earlier", "-");
    assertThat(TestAgents.acp("MY_AGENT").findVariant("FORK")).isEmpty();
  }

  @Test
  void codex_runs_in_its_sandbox_and_reads_the_prompt_from_standard_input() {
    var request = TestAgents.request("do it").withEarlierSession("thread-1").withMcp(SERVER);
    var command = TestAgents.codex().command(request);
    assertThat(command.argv())
        .containsExactly(
            "codex",
            "exec",
            "--json",
            "--skip-git-repo-check",
            "--sandbox=workspace-write",
            "--cd=/home/dev/work",
            "-c",
            "check_for_update_on_startup=false",
            "-c",
            "analytics.enabled=false",
            "-c",
            "features.plugins=false",
            "-c",
            "sandbox_workspace_write.exclude_slash_tmp=true",
            "-c",
            "features.unbounded_connection_retries=false",
            "-c",
            "features.hooks=false",
            "-c",
            "projects={\"/home/dev/work\"={trust_level=\"trusted\"}}",
            "-c",
            "mcp_servers.baton.url=\"http://127.0.0.1:4747/mcp\"",
            "-c",
            "mcp_servers.baton.bearer_token_env_var=\"BATON_TOKEN\"",
            "-c",
            "mcp_servers.baton.default_tools_approval_mode=\"approve\"",
            "resume",
            "thread-1",
            "-");
    assertThat(command.input()).isEqualTo(new TurnCommand.Input.Whole("do it"));
    assertThat(command.environment())
        .containsEntry("BATON_TOKEN", "token-of-this-attempt")
        .containsEntry("TMPDIR", "/data/turns/1/tmp");
    assertThat(command.files())
        .containsExactly(new TurnFile(Path.of("/data/turns/1/tmp/.keep"), ""));
  }

  @ParameterizedTest
  @EnumSource(
      value = TurnMode.class,
      names = {"PLAN", "APPROVALS"})
  void codex_turns_that_need_answers_go_through_its_app_server(TurnMode mode) {
    var command = TestAgents.codex().command(TestAgents.request("do it", mode));
    assertThat(command.argv()).startsWith("codex", "app-server", "-c");
    assertThat(command.input()).isInstanceOf(TurnCommand.Input.Channel.class);
    assertThat(command.input().text()).contains("\"method\":\"initialize\"").endsWith("\n");
  }

  @Test
  void a_new_conversation_does_not_go_on_with_the_earlier_one() {
    var request =
        TestAgents.request("x", TurnMode.NO_CONTEXT).withEarlierSession("the-earlier-session");
    assertThat(TestAgents.claude().command(request).argv().toString())
        .doesNotContain("the-earlier-session");
    assertThat(TestAgents.codex().command(request).argv()).doesNotContain("resume");
    assertThat(TestAgents.fake().command(request).argv()).doesNotContain("--resume");
  }

  @ParameterizedTest
  @MethodSource("executors")
  void an_agent_sees_no_variable_of_the_server_that_it_does_not_need(AgentExecutor executor) {
    var environment = executor.command(TestAgents.request("x")).environment();
    assertThat(environment)
        .doesNotContainKey("DATABASE_PASSWORD")
        .containsEntry("PATH", "/nowhere")
        .containsEntry("HOME", "/home/dev")
        .containsEntry("LANG", "en_GB.UTF-8")
        .containsEntry("TERM", "dumb")
        .containsEntry("BATON_ATTEMPT_ID", "00000000-0000-0000-0000-000000000007");
  }

  @Test
  void an_agent_sees_its_own_key_and_no_other() {
    var request = TestAgents.request("x");
    assertThat(TestAgents.claude().command(request).environment())
        .containsEntry("ANTHROPIC_API_KEY", "anthropic")
        .doesNotContainKeys("OPENAI_API_KEY", "GEMINI_API_KEY", "COPILOT_GITHUB_TOKEN");
    assertThat(TestAgents.acp("MY_AGENT").command(request).environment())
        .doesNotContainKeys("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY");
  }

  @ParameterizedTest
  @MethodSource("executors")
  void the_token_is_never_on_the_command_line(AgentExecutor executor) {
    var command = executor.command(TestAgents.request("x").withMcp(SERVER));
    assertThat(command.argv().toString()).doesNotContain(SERVER.token());
    assertThat(SERVER.toString()).doesNotContain(SERVER.token());
  }

  @Test
  void claude_finds_this_server_in_a_private_file() {
    var command = TestAgents.claude().command(TestAgents.request("x").withMcp(SERVER));
    assertThat(command.argv())
        .contains("--mcp-config=/data/turns/1/claude-mcp.json", "--allowedTools=mcp__baton");
    assertThat(command.files())
        .containsExactly(
            new TurnFile(
                Path.of("/data/turns/1/claude-mcp.json"),
                "{\"mcpServers\":{\"baton\":{\"type\":\"http\","
                    + "\"url\":\"http://127.0.0.1:4747/mcp\","
                    + "\"headers\":{\"Authorization\":\"Bearer token-of-this-attempt\"}}}}"));
  }

  @Test
  void settings_of_a_variant_win_over_all_others() {
    var variant =
        AgentVariant.of("FAST", TurnMode.DEFAULT)
            .with(ModelChoice.ofModel("small"))
            .withArguments(List.of("--effort", "low"))
            .withEnvironment(Map.of("ANTHROPIC_API_KEY", "another", "EXTRA", "1"));
    var command = TestAgents.claude().command(TestAgents.request("x").withVariant(variant));
    assertThat(command.argv()).contains("--model=small").endsWith("--effort", "low");
    assertThat(command.environment())
        .containsEntry("ANTHROPIC_API_KEY", "another")
        .containsEntry("EXTRA", "1");
    assertThat(TestAgents.codex().command(TestAgents.request("x").withVariant(variant)).argv())
        .contains("--model=small")
        .endsWith("--effort", "low", "-");
  }

  @Test
  void a_chosen_model_and_its_effort_reach_the_command_line() {
    var variant =
        AgentVariant.of(TurnMode.DEFAULT)
            .with(new ModelChoice(Optional.of("large"), Optional.of("high")));
    var request = TestAgents.request("x").withVariant(variant);
    assertThat(TestAgents.claude().command(request).argv())
        .contains("--model=large", "--effort=high");
    assertThat(TestAgents.codex().command(request).argv())
        .contains("--model=large", "model_reasoning_effort=\"high\"");
    var planning = request.withVariant(AgentVariant.of(TurnMode.PLAN).with(variant.choice()));
    assertThat(TestAgents.codex().command(planning).argv())
        .contains("app-server", "model_reasoning_effort=\"high\"");
    assertThat(TestAgents.acp(AcpProfiles.GEMINI).command(request).argv())
        .contains("--model=large");
  }

  @Test
  void opencode_does_not_start_where_it_would_run_code_of_the_repository(@TempDir Path workspace)
      throws IOException {
    var opencode = TestAgents.acp(AcpProfiles.OPENCODE);
    var request = TurnRequest.of(new UUID(0, 7), "x", workspace, Path.of("/data/turns/1"));
    assertThat(opencode.command(request).argv()).containsExactly("opencode", "acp");
    Files.createDirectory(workspace.resolve(".opencode"));
    assertThatThrownBy(() -> opencode.command(request))
        .isInstanceOf(TurnRefusedException.class)
        .hasMessage(
            "opencode would run what .opencode of this repository names: allow the project hooks"
                + " and MCP servers, or choose another executor");
    assertThat(opencode.command(request.withTrust(new RepositoryTrust(true, true))).argv())
        .containsExactly("opencode", "acp");
  }

  @Test
  void copilot_has_no_shell_where_nobody_can_allow_it() {
    var copilot = TestAgents.acp(AcpProfiles.COPILOT);
    assertThat(copilot.command(TestAgents.request("x")).argv()).contains("--deny-tool=shell");
    assertThat(copilot.command(TestAgents.request("x", TurnMode.APPROVALS)).argv())
        .doesNotContain("--deny-tool=shell");
  }

  @Test
  void a_command_gets_the_prompt_as_an_argument_or_on_standard_input() {
    var byInput = TestAgents.command(List.of("my-command", "--fast"));
    assertThat(byInput.command(TestAgents.request("do it")).input().text()).isEqualTo("do it");
    var byArgument = TestAgents.command(List.of("my-command", "-m", "{prompt}"));
    var command = byArgument.command(TestAgents.request("do it"));
    assertThat(command.argv()).containsExactly("my-command", "-m", "do it");
    assertThat(command.input()).isEqualTo(new TurnCommand.Input.Whole(""));
  }

  @Test
  void qwen_gets_settings_that_win_over_those_of_the_repository() {
    var command = TestAgents.acp(AcpProfiles.QWEN_CODE).command(TestAgents.request("x"));
    assertThat(command.argv()).containsExactly("qwen", "--acp");
    assertThat(command.environment())
        .containsEntry("QWEN_CODE_SYSTEM_SETTINGS_PATH", "/data/turns/1/agent-settings.json");
    assertThat(command.files())
        .containsExactly(
            new TurnFile(
                Path.of("/data/turns/1/agent-settings.json"),
                "{\"general\":{\"enableAutoUpdate\":false},"
                    + "\"privacy\":{\"usageStatisticsEnabled\":false},"
                    + "\"disableAllHooks\":true,\"mcp\":{\"allowed\":[\"baton\"]}}"));
  }
}
