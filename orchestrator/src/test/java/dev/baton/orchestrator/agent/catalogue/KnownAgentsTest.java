package dev.baton.orchestrator.agent.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.Availability.Available;
import dev.baton.orchestrator.agent.Availability.Unavailable;
import dev.baton.orchestrator.agent.ExecutorSettings;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue.Listing;
import dev.baton.orchestrator.agent.catalogue.ConfiguredExecutor.Kind;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownAgentsTest {
  @TempDir Path programs;
  private KnownAgents agents;

  @BeforeEach
  void set_up() {
    var variables =
        new ServerVariables(Map.of("PATH", programs + ":/usr/bin:/bin", "SECRET", "hidden"));
    agents = new KnownAgents(variables, List.of("/bin/true"), programs.resolve("sessions"));
  }

  private Path program(String name, String script) throws IOException {
    var file = Files.writeString(programs.resolve(name), "#!/bin/sh\n" + script + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  private Listing listing(String name) {
    return agents.catalogue(List.of()).list().stream()
        .filter(listing -> listing.executor().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void the_agents_that_baton_knows_are_there_without_any_settings() {
    assertThat(agents.catalogue(List.of()).names())
        .containsExactly(
            "CLAUDE_CODE", "CODEX", "GEMINI", "QWEN_CODE", "OPENCODE", "COPILOT", "FAKE_AGENT");
    assertThat(listing("CODEX").variants())
        .containsExactly("DEFAULT", "NO_CONTEXT", "PLAN", "APPROVALS", "TRUSTED", "FORK");
    assertThat(listing("CODEX").defaultVariant()).isEqualTo("DEFAULT");
  }

  @Test
  void a_program_that_is_missing_is_named_with_the_remedy() {
    assertThat(listing("CLAUDE_CODE").availability())
        .isEqualTo(
            new Unavailable(
                "claude was not found on PATH: install it, or name its place in"
                    + " executors.CLAUDE_CODE.command"));
  }

  @Test
  void a_program_on_the_path_tells_its_version_and_sees_no_secret() throws IOException {
    program("codex", "echo \"codex-cli 0.166.0 $SECRET\"");
    assertThat(listing("CODEX").availability()).isEqualTo(new Available(Optional.of("0.166.0")));
    program("claude", "echo \"$SECRET no number\"");
    assertThat(listing("CLAUDE_CODE").availability()).isEqualTo(new Available(Optional.empty()));
  }

  @Test
  void a_version_is_asked_once_until_the_program_changes() throws IOException {
    var count = programs.resolve("count");
    program("codex", "echo x >> " + count + "; echo 1.0");
    var catalogue = agents.catalogue(List.of());
    catalogue.list();
    agents.catalogue(List.of()).list();
    assertThat(count).hasContent("x");
    program("codex", "echo x >> " + count + "; echo 2.0.1");
    assertThat(listing("CODEX").availability()).isEqualTo(new Available(Optional.of("2.0.1")));
  }

  @Test
  void settings_change_a_built_in_agent() throws IOException {
    var own = program("my-codex", "echo 3.1");
    var settings =
        new ExecutorSettings(
            List.of(own.toString()),
            List.of("--extra"),
            Map.of("CODEX_HOME", "/elsewhere"),
            ModelChoice.ofModel("large"),
            new ModelCatalogue(List.of("huge"), List.of("ultra")),
            List.of(AgentVariant.of("FAST", TurnMode.DEFAULT).with(ModelChoice.ofModel("small"))),
            Optional.of("FAST"));
    var catalogue =
        agents.catalogue(List.of(new ConfiguredExecutor("CODEX", Kind.BUILT_IN, settings)));
    var codex = catalogue.find("CODEX").orElseThrow();
    assertThat(codex.defaultVariant().model()).contains("small");
    assertThat(codex.findVariant("PLAN").orElseThrow().model()).contains("large");
    assertThat(codex.findVariant("PLAN").orElseThrow().arguments()).containsExactly("--extra");
    assertThat(codex.findVariant("plan")).isEmpty();
    assertThat(codex.availability()).isEqualTo(new Available(Optional.of("3.1")));
  }

  @Test
  void agents_of_the_user_come_after_those_that_are_built_in() throws IOException {
    var own = program("my-agent", "echo must not run; exit 1");
    var settings = ExecutorSettings.ofCommand(List.of(own.toString(), "--acp"));
    var catalogue =
        agents.catalogue(
            List.of(
                new ConfiguredExecutor("MY_AGENT", Kind.ACP, settings),
                new ConfiguredExecutor("MY_COMMAND", Kind.COMMAND, settings)));
    assertThat(catalogue.names()).endsWith("FAKE_AGENT", "MY_AGENT", "MY_COMMAND");
    assertThat(catalogue.find("MY_AGENT").orElseThrow().availability())
        .isEqualTo(new Available(Optional.empty()));
    assertThat(catalogue.find("MY_COMMAND").orElseThrow().supportsMcp()).isTrue();
  }

  @Test
  void settings_that_cannot_work_are_refused_with_the_remedy() {
    assertRefused(
        new ConfiguredExecutor("NOBODY", Kind.BUILT_IN, ExecutorSettings.NONE),
        "Executor NOBODY is not built in: give it a kind, acp or command, or use one of ["
            + "CLAUDE_CODE, CODEX, GEMINI, QWEN_CODE, OPENCODE, COPILOT, FAKE_AGENT]");
    assertRefused(
        new ConfiguredExecutor("MINE", Kind.ACP, ExecutorSettings.NONE),
        "Executor MINE has no command: name its program in executors.MINE.command");
    assertRefused(
        new ConfiguredExecutor("CODEX", Kind.ACP, ExecutorSettings.ofCommand(List.of("x"))),
        "Executor CODEX is there twice: give one of them another name");
    assertRefused(
        new ConfiguredExecutor(
            "CODEX",
            Kind.BUILT_IN,
            new ExecutorSettings(
                List.of(),
                List.of(),
                Map.of(),
                ModelChoice.NONE,
                ModelCatalogue.NONE,
                List.of(),
                Optional.of("FAST"))),
        "Executor CODEX has no variant FAST for its default: choose one of"
            + " [DEFAULT, NO_CONTEXT, PLAN, APPROVALS, TRUSTED, FORK]");
    assertThatThrownBy(() -> new ConfiguredExecutor("mine", Kind.ACP, ExecutorSettings.NONE))
        .hasMessage(
            "Executor name 'mine': use capital letters, digits and _, at most 64, a letter first");
    assertThatThrownBy(() -> AgentVariant.of("no-name", TurnMode.PLAN))
        .hasMessage(
            "Variant name 'no-name': use capital letters, digits and _, at most 64, a letter"
                + " first");
  }

  private void assertRefused(ConfiguredExecutor configured, String message) {
    assertThatThrownBy(() -> agents.catalogue(List.of(configured)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
