package dev.baton.orchestrator.agent.acp;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.TurnCommand.TurnFile;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnRefusedException;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.acp.AcpProfile.Launch;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** The profiles of the agents that Baton knows. */
public final class AcpProfiles {
  public static final AcpProfile GEMINI =
      new AcpProfile(
          "GEMINI",
          "Gemini CLI",
          "gemini",
          Set.of(
              "GEMINI_API_KEY",
              "GEMINI_MODEL",
              "GOOGLE_API_KEY",
              "GOOGLE_GEMINI_BASE_URL",
              "GOOGLE_CLOUD_PROJECT",
              "GOOGLE_CLOUD_LOCATION",
              "GOOGLE_APPLICATION_CREDENTIALS",
              "GOOGLE_GENAI_USE_VERTEXAI",
              "GOOGLE_GENAI_USE_GCA"),
          List.of(
              "gemini-3.1-pro-preview",
              "gemini-3.8-flash",
              "gemini-3.5-flash",
              "gemini-3-pro-preview",
              "gemini-3-flash-preview",
              "gemini-2.5-pro",
              "gemini-2.5-flash",
              "gemini-2.5-flash-lite"),
          GeminiLaunch::of);

  public static final AcpProfile QWEN_CODE =
      new AcpProfile(
          "QWEN_CODE",
          "Qwen Code",
          "qwen",
          Set.of("OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_MODEL", "DASHSCOPE_API_KEY"),
          List.of("qwen3-coder-plus", "qwen3-coder-flash"),
          AcpProfiles::qwen);

  public static final AcpProfile OPENCODE =
      new AcpProfile(
          "OPENCODE",
          "opencode",
          "opencode",
          Set.of("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENCODE_API_KEY", "OPENCODE_CONFIG"),
          // why: which it has depends on the providers that the user has
          List.of(),
          AcpProfiles::opencode);

  public static final AcpProfile COPILOT =
      new AcpProfile(
          "COPILOT",
          "Copilot CLI",
          "copilot",
          Set.of(
              "COPILOT_GITHUB_TOKEN",
              "COPILOT_HOME",
              "COPILOT_MODEL",
              "COPILOT_OFFLINE",
              "COPILOT_PROVIDER_BASE_URL",
              "COPILOT_PROVIDER_API_KEY"),
          // why: which it has depends on the user's plan
          List.of(),
          AcpProfiles::copilot);

  private AcpProfiles() {}

  public static List<AcpProfile> all() {
    return List.of(GEMINI, QWEN_CODE, OPENCODE, COPILOT);
  }

  // why: settings of the system win over those of the repository
  private static Launch qwen(TurnRequest request) {
    var settings = Json.object();
    settings.putObject("general").put("enableAutoUpdate", false);
    settings.putObject("privacy").put("usageStatisticsEnabled", false);
    if (!request.trust().hooks()) {
      settings.put("disableAllHooks", true);
    }
    if (!request.trust().mcpServers()) {
      settings.putObject("mcp").putArray("allowed").add(AcpMessages.SERVER);
    }
    var file = request.privateDirectory().resolve("agent-settings.json");
    return new Launch(
        withModel(List.of("--acp"), request),
        Map.of("QWEN_CODE_NO_RELAUNCH", "true", "QWEN_CODE_SYSTEM_SETTINGS_PATH", file.toString()),
        List.of(new TurnFile(file, settings.toString())));
  }

  private static Launch opencode(TurnRequest request) {
    refuseOpencodeFiles(request);
    var environment = new TreeMap<String, String>();
    environment.put("OPENCODE_DISABLE_AUTOUPDATE", "1");
    environment.put("OPENCODE_DISABLE_DEFAULT_PLUGINS", "1");
    environment.put("OPENCODE_DISABLE_LSP_DOWNLOAD", "1");
    environment.put("OPENCODE_PERMISSION", opencodePermissions(request).toString());
    var config = Json.object().put("share", "disabled");
    request.variant().model().ifPresent(model -> config.put("model", model));
    environment.put("OPENCODE_CONFIG_CONTENT", config.toString());
    if (!trusts(request)) {
      environment.put("OPENCODE_DISABLE_PROJECT_CONFIG", "1");
    }
    return new Launch(List.of("acp"), environment, List.of());
  }

  // why: plugins are programs, and opencode 1.18 runs them whatever its switches say
  private static void refuseOpencodeFiles(TurnRequest request) {
    Stream.of(".opencode", "opencode.json", "opencode.jsonc")
        .filter(name -> !trusts(request) && Files.exists(request.workspace().resolve(name)))
        .findFirst()
        .ifPresent(
            name -> {
              throw new TurnRefusedException(
                  ("opencode would run what %s of this repository names: allow the project hooks"
                          + " and MCP servers, or choose another executor")
                      .formatted(name));
            });
  }

  static boolean trusts(TurnRequest request) {
    return request.trust().hooks() && request.trust().mcpServers();
  }

  // why: opencode does everything unasked by itself, and stops the turn when we refuse something
  private static ObjectNode opencodePermissions(TurnRequest request) {
    var permission = Json.object().put("edit", "ask");
    List.of("bash", "webfetch", "external_directory")
        .forEach(name -> permission.put(name, mayAsk(request) ? "ask" : "deny"));
    return permission;
  }

  private static Launch copilot(TurnRequest request) {
    var arguments = new ArrayList<>(List.of("--acp", "--no-auto-update"));
    if (!mayAsk(request)) {
      // why: Copilot ends its turn when we refuse a command, but goes on where it has none
      arguments.add("--deny-tool=shell");
    }
    return new Launch(withModel(arguments, request), Map.of(), List.of());
  }

  /** True if a command or a page of the web can be allowed in this turn at all. */
  private static boolean mayAsk(TurnRequest request) {
    return request.variant().hasFullAccess() || request.variant().mode() == TurnMode.APPROVALS;
  }

  static List<String> withModel(List<String> first, TurnRequest request) {
    var arguments = new ArrayList<>(first);
    request.variant().model().ifPresent(model -> arguments.add("--model=" + model));
    return arguments;
  }
}
