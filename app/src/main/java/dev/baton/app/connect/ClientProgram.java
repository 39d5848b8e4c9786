package dev.baton.app.connect;

import dev.baton.mcp.protocol.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The MCP clients that Baton knows the configuration of. */
public enum ClientProgram {
  CLAUDE_CODE("claude-code", "Claude Code") {
    @Override
    public Recipe recipe(Way way) {
      var command = words("claude", "mcp", "add", "--scope", "user");
      switch (way) {
        case Way.Stdio stdio -> {
          command.addAll(List.of(SERVER, "--", stdio.program()));
          command.addAll(stdio.arguments());
        }
        case Way.Http http ->
            command.addAll(
                List.of(
                    "--transport",
                    "http",
                    SERVER,
                    http.url(),
                    "--header",
                    "Authorization: " + http.authorization()));
      }
      return new Recipe(
          ".mcp.json in a project's directory",
          json(
              "mcpServers",
              switch (way) {
                case Way.Stdio stdio -> started(stdio);
                case Way.Http http -> reached(http, "url").put("type", "http");
              }),
          Optional.of(ShellWords.join(command)));
    }
  },

  CODEX("codex", "Codex") {
    @Override
    public Recipe recipe(Way way) {
      return switch (way) {
        case Way.Stdio stdio -> {
          var command = words("codex", "mcp", "add", SERVER, "--", stdio.program());
          command.addAll(stdio.arguments());
          yield new Recipe(
              CODEX_FILE,
              """
              [mcp_servers.%s]
              command = %s
              args = %s
              """
                  .formatted(
                      SERVER,
                      // why: a basic string of TOML is written like one of JSON
                      Json.MAPPER.writeValueAsString(stdio.program()),
                      Json.strings(stdio.arguments())),
              Optional.of(ShellWords.join(command)));
        }
        case Way.Http http ->
            new Recipe(
                CODEX_FILE,
                """
                [mcp_servers.%s]
                url = %s
                http_headers = { "Authorization" = %s }
                """
                    .formatted(
                        SERVER,
                        Json.MAPPER.writeValueAsString(http.url()),
                        Json.MAPPER.writeValueAsString(http.authorization())),
                Optional.empty());
      };
    }
  },

  VSCODE("vscode", "VS Code") {
    @Override
    public Recipe recipe(Way way) {
      var entry =
          switch (way) {
            case Way.Stdio stdio -> started(stdio).put("type", "stdio");
            case Way.Http http -> reached(http, "url").put("type", "http");
          };
      var named = Json.object().put("name", SERVER);
      named.setAll(entry);
      return new Recipe(
          ".vscode/mcp.json in a project's directory",
          json("servers", entry),
          Optional.of(ShellWords.join(List.of("code", "--add-mcp", named.toString()))));
    }
  },

  CURSOR("cursor", "Cursor") {
    @Override
    public Recipe recipe(Way way) {
      return new Recipe(
          "~/.cursor/mcp.json, or .cursor/mcp.json in a project's directory",
          json(
              "mcpServers",
              switch (way) {
                case Way.Stdio stdio -> started(stdio);
                case Way.Http http -> reached(http, "url");
              }),
          Optional.empty());
    }
  },

  GEMINI("gemini", "Gemini CLI") {
    @Override
    public Recipe recipe(Way way) {
      var command = words("gemini", "mcp", "add", "--scope", "user");
      switch (way) {
        case Way.Stdio stdio -> {
          command.addAll(List.of(SERVER, stdio.program()));
          command.addAll(stdio.arguments());
        }
        case Way.Http http ->
            command.addAll(
                List.of(
                    "--transport",
                    "http",
                    "--header",
                    "Authorization: " + http.authorization(),
                    SERVER,
                    http.url()));
      }
      return new Recipe(
          "~/.gemini/settings.json",
          json(
              "mcpServers",
              switch (way) {
                case Way.Stdio stdio -> started(stdio);
                case Way.Http http -> reached(http, "httpUrl");
              }),
          Optional.of(ShellWords.join(command)));
    }
  };

  private static final String SERVER = "baton";
  private static final String CODEX_FILE = "~/.codex/config.toml";

  private final String wireName;
  private final String title;

  ClientProgram(String wireName, String title) {
    this.wireName = wireName;
    this.title = title;
  }

  /** How this client is told of Baton. */
  public abstract Recipe recipe(Way way);

  /** What the command line calls it. */
  public String wireName() {
    return wireName;
  }

  /** What people call it. */
  public String title() {
    return title;
  }

  public static Optional<ClientProgram> find(String name) {
    return Arrays.stream(values()).filter(client -> client.wireName.equals(name)).findFirst();
  }

  public static List<String> names() {
    return Arrays.stream(values()).map(ClientProgram::wireName).toList();
  }

  private static List<String> words(String... words) {
    return new ArrayList<>(List.of(words));
  }

  private static ObjectNode started(Way.Stdio stdio) {
    var entry = Json.object().put("command", stdio.program());
    entry.set("args", Json.strings(stdio.arguments()));
    return entry;
  }

  private static ObjectNode reached(Way.Http http, String addressKey) {
    var entry = Json.object().put(addressKey, http.url());
    entry.putObject("headers").put("Authorization", http.authorization());
    return entry;
  }

  private static String json(String key, ObjectNode entry) {
    var file = Json.object();
    file.putObject(key).set(SERVER, entry);
    return Json.pretty(file) + "\n";
  }

  /**
   * How to make a client know Baton.
   *
   * @param file where the configuration goes
   * @param configuration what to put there, as it is
   * @param command does the same at once, for a client that has such a command
   */
  public record Recipe(String file, String configuration, Optional<String> command) {
    public ObjectNode toJson() {
      var json = Json.object().put("file", file).put("configuration", configuration);
      command.ifPresentOrElse(line -> json.put("command", line), () -> json.putNull("command"));
      return json;
    }
  }

  /** How a client reaches Baton. */
  public sealed interface Way {
    /** The client starts a program and talks to it over standard streams. */
    record Stdio(String program, List<String> arguments) implements Way {
      public Stdio {
        arguments = List.copyOf(arguments);
      }
    }

    /** The client connects to a server that runs. */
    record Http(String url, String token) implements Way {
      /** The value of the header that shows who the client is. */
      String authorization() {
        return "Bearer " + token;
      }
    }
  }
}
