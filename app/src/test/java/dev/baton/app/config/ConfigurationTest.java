package dev.baton.app.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.catalogue.ConfiguredExecutor;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.attempt.AttemptRules;
import dev.baton.orchestrator.attempt.AttemptRules.AttemptLimits;
import dev.baton.orchestrator.attempt.AttemptRules.PerProject;
import dev.baton.orchestrator.attempt.AttemptRules.TimeLimits;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.changes.ChangeReader.ChangeLimits;
import dev.baton.orchestrator.upkeep.Pruner.Retention;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
  @TempDir private Path directory;

  private Configuration load(String file, Map<String, String> environment, ConfigFlag... flags)
      throws Exception {
    Files.writeString(Configuration.file(directory), file);
    return Configuration.load(directory, environment, List.of(flags));
  }

  private List<String> problems(String file, Map<String, String> environment) {
    var invalid = catchThrowableOfType(InvalidConfigException.class, () -> load(file, environment));
    return invalid.problems().stream().map(ConfigProblem::message).toList();
  }

  @Test
  void without_a_file_the_defaults_hold() throws Exception {
    var config = Configuration.load(directory, Map.of("PATH", "/bin"), List.of());

    assertThat(config.runRules()).isEqualTo(AttemptRules.DEFAULT);
    assertThat(config.changeLimits()).isEqualTo(ChangeLimits.DEFAULT);
    assertThat(config.retention()).isEqualTo(Retention.DEFAULT);
    assertThat(config.workflows()).isEmpty();
    assertThat(config.executors()).isEmpty();
    assertThat(config.settings()).allMatch(it -> it.origin().equals(new Origin.Standard()));
  }

  @Test
  void a_file_of_comments_says_nothing() throws Exception {
    assertThat(load("# nothing\nlimits:\n  # running: 2\n", Map.of()).runRules())
        .isEqualTo(AttemptRules.DEFAULT);
  }

  @Test
  void every_mistake_is_told_at_once_with_its_line_and_what_is_allowed() {
    var file =
        """
        limits:
          running: many
          runing: 3
          files: 0
          idle_time: 30
          running: 4
        commit_policy: always
        repositories: [hooks]
        retention: {worktrees: 3 days, logs: none}
        workflow: [a]
        workflows: [nowhere]
        projects:
          Demo: {running: 0, hooks: maybe, colour: red}
        executors:
          claude: {model: x}
          CODEX:
            kind: acp
            default_variant: FAST
            variants:
              SLOW: {mode: LAZY, access: root}
          FAKE_AGENT: {command: sh}
          MINE: {model: [a]}
          OTHER:
            kind: command
            variants: {ASKING: {mode: APPROVALS}}
          AGENT: {kind: acp, command: [agent, --acp], output: text}
        """;

    assertThat(problems(file, Map.of()))
        .containsExactly(
            "config.yaml:2: limits.running is 'many'; allowed: a whole number from 1 to 1000",
            "config.yaml:3: unknown key 'limits.runing'; did you mean 'running'?; allowed: running,"
                + " running_per_project, files, lines, bytes, run_time, idle_time, approval_time,"
                + " message_bytes, requests, streams",
            "config.yaml:4: limits.files is '0'; allowed: a whole number from 1 to 1000000",
            "config.yaml:5: limits.idle_time is '30'; allowed: a time such as 45s, 30m, 72h or 90d,"
                + " or none",
            "config.yaml:6: limits.running stands twice; allowed: each key once",
            "config.yaml:7: commit_policy is 'always'; allowed: auto, agent, none",
            "config.yaml:8: repositories is a list; allowed: a mapping with the keys hooks,"
                + " mcp_servers",
            "config.yaml:9: retention.worktrees is '3 days'; allowed: a time such as 45s, 30m, 72h"
                + " or 90d, or none",
            "config.yaml:10: unknown key 'workflow'; did you mean 'workflows'?; allowed: limits,"
                + " budget, commit_policy, repositories, workflows, trace, retention, server, nodes,"
                + " database, forges, projects, executors, notify",
            "config.yaml:11: workflows names '%s', which is no directory; allowed: directories that"
                    .formatted(directory.resolve("nowhere"))
                + " exist",
            "config.yaml:13: projects.Demo.running is '0'; allowed: a whole number from 1 to 1000",
            "config.yaml:13: projects.Demo.hooks is 'maybe'; allowed: true or false",
            "config.yaml:13: unknown key 'projects.Demo.colour'; allowed: running, hooks,"
                + " mcp_servers",
            "config.yaml:15: 'claude' is no name in executors; allowed: capital letters, digits and"
                + " _, a letter first, at most 64",
            "config.yaml:17: executors.CODEX.kind is set, but CODEX is built in; allowed: no kind"
                + " here",
            "config.yaml:18: executors.CODEX.default_variant is 'FAST'; allowed: DEFAULT,"
                + " NO_CONTEXT, PLAN, APPROVALS, TRUSTED, SLOW",
            "config.yaml:20: executors.CODEX.variants.SLOW.mode is 'LAZY'; allowed: DEFAULT,"
                + " NO_CONTEXT, PLAN, APPROVALS",
            "config.yaml:20: executors.CODEX.variants.SLOW.access is 'root'; allowed: workspace,"
                + " full",
            "config.yaml:21: executors.FAKE_AGENT.command is set, but its program is part of Baton;"
                + " allowed: no command here",
            "config.yaml:22: executors.MINE.model is a list; allowed: text",
            "config.yaml:22: executors.MINE is not built in and has no kind; allowed: kind acp or"
                + " command, or one of the executors CLAUDE_CODE, CODEX, GEMINI, QWEN_CODE,"
                + " OPENCODE, COPILOT, FAKE_AGENT",
            "config.yaml:22: executors.MINE has no command; allowed: a program and its first"
                + " arguments as command",
            "config.yaml:23: executors.OTHER has no command; allowed: a program and its first"
                + " arguments as command",
            "config.yaml:25: executors.OTHER.variants.ASKING.mode is 'APPROVALS', which a command"
                + " cannot; allowed: DEFAULT",
            "config.yaml:26: executors.AGENT.output is set, but its kind is not command; allowed:"
                + " no output here");
  }

  @Test
  void what_is_no_yaml_is_told_with_its_line() {
    assertThat(problems("limits:\n  running: [1\nretention: {}\n", Map.of()))
        .singleElement()
        .asString()
        .startsWith("config.yaml:3: no YAML (")
        .endsWith("; allowed: YAML 1.2");
    assertThat(problems("- limits\n", Map.of()))
        .containsExactly(
            "config.yaml:1: the file is a list; allowed: a mapping with the keys limits,"
                + " budget, commit_policy, repositories, workflows, trace, retention, server, nodes,"
                + " database, forges, projects, executors, notify");
  }

  @Test
  void what_could_harm_the_reader_is_told_with_its_line() {
    assertThat(problems("limits: {}\n---\nretention: {}\n", Map.of()))
        .containsExactly("config.yaml:2: no YAML (but found another document); allowed: YAML 1.2");
    assertThat(problems("limits: {}\ntrace: \u0007\n", Map.of()))
        .containsExactly(
            "config.yaml:2: no YAML (special characters are not allowed); allowed: YAML 1.2");
    assertThat(problems("limits:\n  running: %s1".formatted("[".repeat(100)), Map.of()))
        .containsExactly(
            "config.yaml:2: more than 50 levels of mappings and lists; allowed: the keys of"
                + " docs/configuration.md, none of which is that deep");
  }

  @Test
  void a_value_may_stand_for_another_one_but_not_for_itself() throws Exception {
    var file = "executors:\n  CODEX: &mine {model: x}\n  CLAUDE_CODE: *mine\n";

    assertThat(load(file, Map.of()).executors())
        .extracting(executor -> executor.settings().choice().model())
        .containsExactly(Optional.of("x"), Optional.of("x"));
    assertThat(problems("retention: &loop {logs: *loop}", Map.of()))
        .containsExactly(
            "config.yaml:1: retention.logs is a mapping; allowed: a time such as 45s, 30m, 72h or"
                + " 90d, or none");
  }

  @Test
  void a_mistake_in_a_variable_is_told_with_its_name() {
    assertThat(problems("limits: {files: x}", Map.of("BATON_LIMITS_RUNNING", "lots")))
        .containsExactly(
            "config.yaml:1: limits.files is 'x'; allowed: a whole number from 1 to 1000000",
            "environment variable BATON_LIMITS_RUNNING: limits.running is 'lots'; allowed: a whole"
                + " number from 1 to 1000");
  }

  @Test
  void variables_win_over_the_file_and_flags_over_both() throws Exception {
    var file = "limits: {running: 2, files: 9}\nretention:\n  logs: 7d\n";
    var variables = Map.of("BATON_LIMITS_RUNNING", "3", "BATON_RETENTION_LOGS", "none");

    assertThat(origin(load(file, Map.of()), "limits.running")).isEqualTo("2, config.yaml:1");
    assertThat(origin(load(file, variables), "limits.running"))
        .isEqualTo("3, environment variable BATON_LIMITS_RUNNING");
    assertThat(origin(load(file, Map.of("BATON_LIMITS_RUNNING", "")), "limits.running"))
        .isEqualTo("2, config.yaml:1");
    var flagged = load(file, variables, ConfigFlag.maxRunning(5));
    assertThat(origin(flagged, "limits.running")).isEqualTo("5, flag --max-running");
    assertThat(origin(flagged, "limits.files")).isEqualTo("9, config.yaml:1");
    assertThat(origin(flagged, "limits.lines")).isEqualTo("25000, default");
    assertThat(flagged.runRules().limits())
        .isEqualTo(new AttemptLimits(5, AttemptLimits.UNLIMITED));
    assertThat(flagged.retention())
        .isEqualTo(
            new Retention(
                Optional.of(Duration.ofHours(72)),
                Optional.empty(),
                Optional.of(Duration.ofHours(1))));
  }

  private static String origin(Configuration config, String key) {
    return config.settings().stream()
        .filter(setting -> setting.key().equals(key))
        .map(setting -> setting.words() + ", " + setting.origin().words())
        .findFirst()
        .orElse("absent");
  }

  @Test
  void rules_of_projects_are_read() throws Exception {
    var config =
        load(
            """
            limits: {running: 6, running_per_project: 2, run_time: 2h, approval_time: 10m}
            budget: {day: 7.50}
            commit_policy: none
            repositories: {hooks: true}
            projects:
              my.app: {running: 1, mcp_servers: true}
              Other: {hooks: false}
            """,
            Map.of());

    assertThat(config.runRules())
        .isEqualTo(
            new AttemptRules(
                new AttemptLimits(6, new PerProject<>(2, Map.of("my.app", 1))),
                new TimeLimits(
                    Optional.of(Duration.ofHours(2)),
                    Optional.empty(),
                    Optional.of(Duration.ofMinutes(10))),
                CommitPolicy.NONE,
                new PerProject<>(
                    new RepositoryTrust(true, false),
                    Map.of(
                        "my.app",
                        new RepositoryTrust(true, true),
                        "Other",
                        new RepositoryTrust(false, false))),
                Optional.of(new BigDecimal("7.50"))));
  }

  @Test
  void executors_and_their_variants_are_read() throws Exception {
    var config =
        load(
            """
            executors:
              CLAUDE_CODE:
                command: /opt/claude/claude
                arguments: --verbose --debug
                environment: {ANTHROPIC_BASE_URL: 'http://localhost:1'}
                model: large
                default_variant: FAST
                variants:
                  FAST: {model: small, access: full}
                  PLAN: {arguments: [--deep]}
              LINT: {kind: command, command: [lint, '{prompt}']}
              EVENTS: {kind: command, command: events, output: json-lines}
              OTHER: {kind: acp, command: [other, --acp]}
            """,
            Map.of("BATON_EXECUTORS_CODEX_MODEL", "gpt", "BATON_EXECUTORS_LINT_MODEL", "x"));

    assertThat(config.executors())
        .extracting(ConfiguredExecutor::name)
        .containsExactly("CLAUDE_CODE", "CODEX", "LINT", "EVENTS", "OTHER");
    assertThat(config.executors())
        .extracting(ConfiguredExecutor::kind)
        .containsExactly(
            ConfiguredExecutor.Kind.BUILT_IN,
            ConfiguredExecutor.Kind.BUILT_IN,
            ConfiguredExecutor.Kind.COMMAND,
            ConfiguredExecutor.Kind.JSON_COMMAND,
            ConfiguredExecutor.Kind.ACP);
    var claude = config.executors().getFirst().settings();
    assertThat(claude.command()).containsExactly("/opt/claude/claude");
    assertThat(claude.arguments()).containsExactly("--verbose", "--debug");
    assertThat(claude.environment()).containsEntry("ANTHROPIC_BASE_URL", "http://localhost:1");
    assertThat(claude.choice().model()).contains("large");
    assertThat(claude.defaultVariant()).contains("FAST");
    assertThat(claude.variants())
        .containsExactly(
            AgentVariant.of("FAST", TurnMode.DEFAULT)
                .with(ModelChoice.ofModel("small"))
                .withAccess(AgentVariant.Access.FULL),
            AgentVariant.of(TurnMode.PLAN).withArguments(List.of("--deep")));
    assertThat(config.executors().get(2).settings().command()).containsExactly("lint", "{prompt}");
    assertThat(origin(config, "executors.CLAUDE_CODE.environment.ANTHROPIC_BASE_URL"))
        .isEqualTo("(hidden), config.yaml:5");
  }

  @Test
  void folders_in_the_file_are_relative_to_it() throws Exception {
    var own = Files.createDirectories(directory.resolve("own"));
    assertThat(load("workflows: [own]", Map.of()).workflows()).containsExactly(own);
    assertThat(load("", Map.of("BATON_WORKFLOWS", own + ":" + directory)).workflows())
        .containsExactly(own, directory);
  }
}
