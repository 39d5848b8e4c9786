package dev.baton.app.interop;

import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** The fixture server as a client finds it: at an address, or by starting it. */
sealed interface FixtureServer extends AutoCloseable {
  /** How a client reaches the server. */
  enum Way {
    HTTP,
    HTTP_WITH_TOKEN,
    STDIO
  }

  /** The token is empty if the server asks for none. */
  record OverHttp(Program program, String url, String token) implements FixtureServer {
    @Override
    public ObjectNode toJson() {
      return Json.object().put("url", url).put("token", token);
    }

    @Override
    public void close() throws IOException {
      program.close();
    }
  }

  /** Every client starts a server of its own, and ends it. */
  record OverStdio(List<String> command) implements FixtureServer {
    public OverStdio {
      command = List.copyOf(command);
    }

    @Override
    public ObjectNode toJson() {
      var json = Json.object().put("command", command.getFirst());
      json.set("args", Json.strings(command.subList(1, command.size())));
      return json;
    }

    @Override
    public void close() {}
  }

  /** What a client's script is told. */
  ObjectNode toJson();

  @Override
  void close() throws IOException;

  static FixtureServer start(Way way, Path data) throws IOException {
    return switch (way) {
      case HTTP -> overHttp("--http", "0", "--no-token");
      case HTTP_WITH_TOKEN -> overHttp("--http", "0", "--data-dir", data.toString());
      case STDIO -> new OverStdio(command());
    };
  }

  private static OverHttp overHttp(String... options) throws IOException {
    var program = Program.start(command(options), Map.of());
    var announced = Json.parseObject(program.line());
    return new OverHttp(
        program, announced.path("url").asString(), announced.path("token").asString(""));
  }

  private static List<String> command(String... options) {
    var arguments = new ArrayList<>(List.of("example", "conformance"));
    arguments.addAll(List.of(options));
    // why: there are many of them and none lives long, so the quick start counts
    return Program.javaCommand(
        List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
        Main.class,
        arguments.toArray(String[]::new));
  }
}
