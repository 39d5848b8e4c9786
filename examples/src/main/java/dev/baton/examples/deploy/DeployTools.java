package dev.baton.examples.deploy;

import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.workflow.reference.ToolHandle;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** The tools that deploy, and the one that makes them fail. */
final class DeployTools {
  record ConfigInput(@Description("Where to deploy, such as us-east-1") String region) {}

  record Config(@Description("The configuration that was found valid") String configId) {}

  record DeployInput(
      @Description("Where to deploy, such as us-east-1") String region,
      @Description("A valid configuration, from validate_config") String configId) {}

  record Deployment(
      @Description("The new deployment") String deploymentId,
      @Description("Where it is served") String url) {}

  record NoticeInput(
      @Description("Whom to tell; without it, the whole team") Optional<String> channel,
      @Description("What happened") String result) {}

  record Notice(
      @OmitWhenEmpty @Description("Who was told, if one was named") Optional<String> channel,
      @Description("What they were told") String result) {}

  record RollbackInput(
      @Description("The deployment to take back, from deploy_service") String deploymentId) {}

  record Rollback(@Description("The deployment that was taken back") String deploymentId) {}

  record TroubleInput(
      @Description("Which tool: validate_config, deploy_service, notify_team, rollback_service")
          String tool,
      @Description("How many of its next calls fail; without it, none") Optional<Integer> failTimes,
      @Description("What the failure says; without it, 'simulated failure'")
          Optional<String> message,
      @Description("How many milliseconds each of those calls takes; alone, the next call does")
          Optional<Integer> delayMs) {}

  record TroubleAhead(
      @Description("The tool that it will happen to") String tool,
      @Description("How many calls will fail") int failTimes,
      @Description("How long they will take, in milliseconds") int delayMs) {}

  static final ToolHandle<ConfigInput, Config> VALIDATE_CONFIG =
      ToolHandle.named("validate_config");
  static final ToolHandle<DeployInput, Deployment> DEPLOY_SERVICE =
      ToolHandle.named("deploy_service");
  static final ToolHandle<NoticeInput, Notice> NOTIFY_TEAM = ToolHandle.named("notify_team");
  static final ToolHandle<RollbackInput, Rollback> ROLLBACK_SERVICE =
      ToolHandle.named("rollback_service");

  private static final List<String> NAMES =
      List.of(
          VALIDATE_CONFIG.name(),
          DEPLOY_SERVICE.name(),
          NOTIFY_TEAM.name(),
          ROLLBACK_SERVICE.name());

  private final Trouble trouble = new Trouble();

  List<Tool<?, ?>> all() {
    return List.of(validateConfig(), deployService(), notifyTeam(), rollbackService(), simulate());
  }

  private Tool<ConfigInput, Config> validateConfig() {
    return Tool.named(VALIDATE_CONFIG.name(), ConfigInput.class, Config.class)
        .description("Check the configuration of a region")
        .annotations(ToolAnnotations.of(true, false, true, false))
        .handler(
            (request, _) -> {
              trouble.meet(VALIDATE_CONFIG.name());
              return new Config("config-" + request.region());
            });
  }

  private Tool<DeployInput, Deployment> deployService() {
    return Tool.named(DEPLOY_SERVICE.name(), DeployInput.class, Deployment.class)
        .description("Deploy the service to a region")
        .annotations(ToolAnnotations.of(false, false, false, false))
        .handler(
            (request, _) -> {
              trouble.meet(DEPLOY_SERVICE.name());
              return new Deployment(
                  "deployment-" + UUID.randomUUID(),
                  "https://%s.example.com".formatted(request.region()));
            });
  }

  private Tool<NoticeInput, Notice> notifyTeam() {
    return Tool.named(NOTIFY_TEAM.name(), NoticeInput.class, Notice.class)
        .description("Tell the team what happened")
        .annotations(ToolAnnotations.of(false, false, false, false))
        .handler(
            (request, _) -> {
              trouble.meet(NOTIFY_TEAM.name());
              return new Notice(request.channel(), request.result());
            });
  }

  private Tool<RollbackInput, Rollback> rollbackService() {
    return Tool.named(ROLLBACK_SERVICE.name(), RollbackInput.class, Rollback.class)
        .description("Take a deployment back")
        .annotations(ToolAnnotations.of(false, true, true, false))
        .handler(
            (request, _) -> {
              trouble.meet(ROLLBACK_SERVICE.name());
              return new Rollback(request.deploymentId());
            });
  }

  private Tool<TroubleInput, TroubleAhead> simulate() {
    return Tool.named("simulate", TroubleInput.class, TroubleAhead.class)
        .description("Let the next calls of a tool fail or take long")
        .annotations(ToolAnnotations.of(false, false, true, false))
        .handler((request, _) -> plan(request));
  }

  private TroubleAhead plan(TroubleInput request) {
    var failTimes = request.failTimes().orElse(0);
    var delayMs = request.delayMs().orElse(0);
    if (!NAMES.contains(request.tool()) || failTimes < 0 || delayMs < 0) {
      throw new ToolFailure(
          FailureCode.INVALID_ARGUMENT,
          "There is nothing to simulate for tool '%s', fail_times %d, delay_ms %d"
              .formatted(request.tool(), failTimes, delayMs),
          "Take a tool of %s, and numbers from 0".formatted(String.join(", ", NAMES)));
    }
    trouble.plan(
        request.tool(),
        failTimes,
        request.message().orElse("simulated failure"),
        Duration.ofMillis(delayMs));
    return new TroubleAhead(request.tool(), failTimes, delayMs);
  }

  /** What will go wrong with the next calls of a tool. Thread safe. */
  private static final class Trouble {
    /**
     * Trouble that lies ahead.
     *
     * @param calls how many calls it is still good for
     * @param fails if those calls fail, after their delay
     */
    private record Ahead(int calls, boolean fails, String message, Duration delay) {
      Ahead afterOne() {
        return new Ahead(calls - 1, fails, message, delay);
      }
    }

    private final Map<String, Ahead> byTool = new HashMap<>();

    /** Lets so many of the next calls fail, or at least one take long. */
    synchronized void plan(String tool, int failTimes, String message, Duration delay) {
      byTool.put(tool, new Ahead(Math.max(failTimes, 1), failTimes > 0, message, delay));
    }

    /** Waits and fails as it was planned for this call. */
    void meet(String tool) throws InterruptedException {
      var ahead = next(tool);
      if (ahead.isEmpty()) {
        return;
      }
      Thread.sleep(ahead.get().delay());
      if (ahead.get().fails()) {
        // why this code: the trouble passes, so the call may be repeated as it was
        throw new ToolFailure(
            FailureCode.STORAGE_UNAVAILABLE,
            ahead.get().message(),
            "Call %s again; simulate decides how often it fails".formatted(tool));
      }
    }

    private synchronized Optional<Ahead> next(String tool) {
      var ahead = Optional.ofNullable(byTool.get(tool)).filter(trouble -> trouble.calls() > 0);
      ahead.ifPresent(trouble -> byTool.put(tool, trouble.afterOne()));
      return ahead;
    }
  }
}
