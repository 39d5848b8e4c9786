package dev.baton.orchestrator.agent.acp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkspaceRulesTest {
  @TempDir Path directory;

  private boolean allowed(String kind, String path) {
    return allowed(TurnMode.DEFAULT, kind, path);
  }

  private boolean allowed(TurnMode mode, String kind, String path) {
    return new WorkspaceRules(workspace(), AgentVariant.of(mode)).allow(kind, call(path));
  }

  private Path workspace() {
    return directory.resolve("workspace");
  }

  private static JsonEvent call(String path) {
    return JsonEvent.parse("{\"locations\":[{\"path\":\"%s\"}]}".formatted(path)).orElseThrow();
  }

  @Test
  void an_agent_edits_and_reads_its_workspace() {
    assertThat(allowed("edit", workspace().resolve("src/a.txt").toString())).isTrue();
    assertThat(allowed("delete", "src/a.txt")).isTrue();
    assertThat(allowed("read", "src/a.txt")).isTrue();
  }

  @Test
  void an_agent_leaves_alone_what_is_outside() {
    assertThat(allowed("edit", "/etc/passwd")).isFalse();
    assertThat(allowed("edit", "../elsewhere.txt")).isFalse();
    assertThat(allowed("edit", workspace() + "-of-another/a.txt")).isFalse();
    assertThat(allowed("read", "/etc/passwd")).isFalse();
    assertThat(allowed("edit", "bad\\u0000path")).isFalse();
  }

  @Test
  void an_agent_leaves_alone_what_git_keeps() {
    assertThat(allowed("edit", ".git")).isFalse();
    assertThat(allowed("edit", "module/.git/hooks/post-commit")).isFalse();
    assertThat(allowed("edit", ".github/workflows/build.yml")).isTrue();
  }

  @Test
  void a_link_does_not_lead_out_of_the_workspace() throws IOException {
    Files.createDirectories(workspace().resolve("real"));
    Files.createSymbolicLink(workspace().resolve("out"), directory);
    Files.createSymbolicLink(workspace().resolve("nowhere"), directory.resolve("nothing"));
    Files.createSymbolicLink(workspace().resolve("in"), workspace().resolve("real"));
    assertThat(allowed("edit", "out/a.txt")).isFalse();
    assertThat(allowed("edit", "nowhere")).isFalse();
    assertThat(allowed("edit", "in/a.txt")).isTrue();
  }

  @Test
  void commands_and_the_network_need_more_than_the_default() {
    assertThat(allowed("execute", "a.txt")).isFalse();
    assertThat(allowed("fetch", "a.txt")).isFalse();
    assertThat(allowed("switch_mode", "a.txt")).isFalse();
    var full = AgentVariant.of(TurnMode.DEFAULT).withAccess(AgentVariant.Access.FULL);
    assertThat(new WorkspaceRules(workspace(), full).allow("execute", call("/etc"))).isTrue();
  }

  @Test
  void an_edit_that_does_not_say_what_it_edits_is_refused() {
    var rules = new WorkspaceRules(workspace(), AgentVariant.of(TurnMode.DEFAULT));
    assertThat(rules.allow("edit", JsonEvent.parse("{}").orElseThrow())).isFalse();
  }

  @Test
  void a_plan_edits_nothing() {
    assertThat(allowed(TurnMode.PLAN, "edit", "a.txt")).isFalse();
    assertThat(allowed(TurnMode.PLAN, "other", "a.txt")).isFalse();
    assertThat(allowed(TurnMode.PLAN, "read", "a.txt")).isTrue();
  }
}
