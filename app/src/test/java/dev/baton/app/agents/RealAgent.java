package dev.baton.app.agents;

import dev.baton.app.NodeTools;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A coding agent as npm has it, in the version that {@code tools/node-tools} pins. */
enum RealAgent {
  CLAUDE("CLAUDE_CODE", "claude", "@anthropic-ai/claude-code-linux-x64", "claude") {
    @Override
    Map<String, String> account(Path home, URI model) {
      return Map.of(
          "ANTHROPIC_BASE_URL", model.toString(),
          "ANTHROPIC_API_KEY", "nothing",
          "CLAUDE_CODE_MAX_RETRIES", "0");
    }

    @Override
    List<String> minding(Path place) {
      return List.of("--append-system-prompt=Mind " + place);
    }
  },

  CODEX("CODEX", "codex", "@openai/codex", "vendor/x86_64-unknown-linux-musl/bin/codex") {
    @Override
    Map<String, String> account(Path home, URI model) throws IOException {
      write(
          home.resolve(".codex/config.toml"),
          """
          model = "gpt-5.5"
          model_provider = "here"

          [model_providers.here]
          name = "here"
          base_url = "%s/v1"
          wire_api = "responses"
          request_max_retries = 0
          stream_max_retries = 0
          """
              .formatted(model));
      return Map.of();
    }

    @Override
    List<String> minding(Path place) {
      return List.of("-c", "developer_instructions=\"Mind %s\"".formatted(place));
    }
  },

  GEMINI("GEMINI", "gemini", "@google/gemini-cli", "bundle/gemini.js") {
    @Override
    Map<String, String> account(Path home, URI model) throws IOException {
      write(
          home.resolve(".gemini/settings.json"),
          """
          {"security": {"auth": {"selectedType": "gemini-api-key"}},
           "privacy": {"usageStatisticsEnabled": false},
           "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false}}
          """);
      return Map.of(
          "GEMINI_API_KEY", "nothing",
          "GEMINI_MODEL", "gemini-3.8-flash",
          "GOOGLE_GEMINI_BASE_URL", model.toString());
    }

    @Override
    List<String> minding(Path place) {
      return List.of("--include-directories=" + place);
    }
  },

  QWEN("QWEN_CODE", "qwen", "@qwen-code/qwen-code", "cli-entry.js") {
    @Override
    Map<String, String> account(Path home, URI model) throws IOException {
      write(
          home.resolve(".qwen/settings.json"),
          """
          {"security": {"auth": {"selectedType": "openai"}},
           "privacy": {"usageStatisticsEnabled": false},
           "general": {"enableAutoUpdate": false}}
          """);
      return Map.of(
          "OPENAI_API_KEY", "nothing",
          "OPENAI_MODEL", "some-model",
          "OPENAI_BASE_URL", model + "/v1");
    }

    @Override
    List<String> minding(Path place) {
      return List.of("--include-directories=" + place);
    }
  };

  private final String executor;
  private final String program;
  private final String npmPackage;
  private final String file;

  RealAgent(String executor, String program, String npmPackage, String file) {
    this.executor = executor;
    this.program = program;
    this.npmPackage = npmPackage;
    this.file = file;
  }

  /** What a user with an account has: variables, and files at home. */
  abstract Map<String, String> account(Path home, URI model) throws IOException;

  /** Arguments of a variant that tell the model of a place. */
  abstract List<String> minding(Path place);

  String executor() {
    return executor;
  }

  /** The name of its program. */
  String program() {
    return program;
  }

  /** Puts its program into a directory, as an installation does; the test is skipped without it. */
  void install(NodeTools npm, Path programs) throws IOException {
    var installed = npm.fileOrSkip(toString(), npmPackage + "/" + file);
    var interpreter = file.endsWith(".js") ? "'%s' ".formatted(npm.node()) : "";
    var script = "#!/bin/sh\nexec %s'%s' \"$@\"\n".formatted(interpreter, installed);
    write(programs.resolve(program), script);
    Files.setPosixFilePermissions(
        programs.resolve(program), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The version that npm installed. */
  String version(NodeTools npm) throws IOException {
    var about = npm.fileOrSkip(toString(), npmPackage + "/package.json");
    return Json.parseObject(Files.readString(about)).path("version").asString("");
  }

  static void write(Path file, String content) throws IOException {
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, content);
  }
}
