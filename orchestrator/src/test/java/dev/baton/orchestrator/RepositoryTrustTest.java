package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.fakeagent.FakeAgentProgram;
import dev.baton.orchestrator.agent.ExecutorSettings;
import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.agent.ServerVariables;
import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.agent.catalogue.ConfiguredExecutor;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.AttemptRules.PerProject;
import dev.baton.orchestrator.start.AttemptStarts.NewAttempt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What files of a repository may make agents run, from the rules to the command line. */
class RepositoryTrustTest {
  private static final String NO_HOOKS = "--settings={\"disableAllHooks\":true}";
  private static final String NO_SERVERS = "--strict-mcp-config";

  @TempDir Path directory;

  private Path arguments() {
    return directory.resolve("arguments");
  }

  /** Claude Code as a program that only notes how it was started. */
  private AgentCatalogue noting() {
    try {
      var program =
          Files.createFile(
              directory.resolve("noting"),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Files.writeString(program, "#!/bin/sh\nprintf '%%s\\n' \"$@\" > %s\n".formatted(arguments()));
      return new KnownAgents(
              new ServerVariables(System.getenv()),
              FakeAgentProgram.commandLine(List.of()),
              directory.resolve("conversations"))
          .catalogue(
              List.of(
                  new ConfiguredExecutor(
                      "CLAUDE_CODE",
                      ConfiguredExecutor.Kind.BUILT_IN,
                      ExecutorSettings.ofCommand(List.of(program.toString())))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> startedWith(PerProject<RepositoryTrust> trust) throws Exception {
    try (var baton =
        TestBaton.in(
            directory,
            setup -> setup.withRules(AttemptRules.DEFAULT.withTrust(trust)),
            _ -> noting())) {
      var attempt =
          new NewAttempt(
              baton.task("Look"), "CLAUDE_CODE", Optional.empty(), List.of(), Optional.of("Do it"));
      baton.awaitEnd(baton.orchestrator().attemptStarts().start(caller(), attempt).attemptId());
      return Files.readAllLines(arguments());
    }
  }

  @Test
  void nothing_of_a_repository_runs_by_itself() throws Exception {
    assertThat(startedWith(PerProject.all(RepositoryTrust.NONE))).contains(NO_HOOKS, NO_SERVERS);
  }

  @Test
  void what_a_project_allows_may_run() throws Exception {
    var trust =
        new PerProject<>(RepositoryTrust.NONE, Map.of("Test", new RepositoryTrust(true, false)));

    assertThat(startedWith(trust)).contains(NO_SERVERS).doesNotContain(NO_HOOKS);
  }

  @Test
  void what_is_allowed_to_all_projects_may_run() throws Exception {
    assertThat(startedWith(PerProject.all(new RepositoryTrust(true, true))))
        .doesNotContain(NO_HOOKS, NO_SERVERS);
  }
}
