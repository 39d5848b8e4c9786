package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An example server in a process of its own, and a client that speaks to it over its streams. */
public final class ExampleServer implements AutoCloseable {
  private static final String META = "io.modelcontextprotocol/";

  private static final Map<String, String> NO_HOME = Map.of("BATON_HOME", "");

  private final Program program;
  private final LineClient client;
  private final ObjectNode meta;

  private ExampleServer(ObjectNode meta, Map<String, String> environment, String... arguments) {
    program =
        Program.start(
            Program.javaCommand(
                List.of(),
                Main.class,
                Stream.concat(Stream.of("example"), Stream.of(arguments)).toArray(String[]::new)),
            environment);
    client = new LineClient(program);
    this.meta = meta;
  }

  /** With a client of 2025-11-25. */
  public static ExampleServer start(String... arguments) throws IOException {
    return startIn(NO_HOME, arguments);
  }

  /** The same with these variables. */
  public static ExampleServer startIn(Map<String, String> environment, String... arguments)
      throws IOException {
    var server = new ExampleServer(Json.object(), environment, arguments);
    var hello = server.client.initialize();
    assertThat(hello.has("error")).as(hello.toString()).isFalse();
    return server;
  }

  /** With a client of 2026-07-28 that knows tasks. */
  public static ExampleServer startNewer(String... arguments) {
    var meta = Json.object().put(META + "protocolVersion", "2026-07-28");
    meta.putObject(META + "clientInfo").put("name", "test").put("version", "1");
    meta.putObject(META + "clientCapabilities").putObject("extensions").putObject(META + "tasks");
    return new ExampleServer(meta, NO_HOME, arguments);
  }

  /** The answer to a request: an object with {@code result} or {@code error}. */
  public JsonNode answer(String method, ObjectNode params) throws IOException {
    var all = params.deepCopy();
    if (!meta.isEmpty()) {
      all.withObjectProperty("_meta").setAll(meta);
    }
    return client.request(method, all);
  }

  public JsonNode call(String method, String params) throws IOException {
    var answer = answer(method, Json.parseObject(params));
    assertThat(answer.has("error")).as(answer.toString()).isFalse();
    return answer.path("result");
  }

  public JsonNode tool(String name, String arguments) throws IOException {
    return call("tools/call", "{\"name\": \"%s\", \"arguments\": %s}".formatted(name, arguments));
  }

  /** The messages of a prompt, each as {@code role: text}. */
  public List<String> prompt(String name, String arguments) throws IOException {
    return texts(
        call("prompts/get", "{\"name\": \"%s\", \"arguments\": %s}".formatted(name, arguments)));
  }

  public static List<String> texts(JsonNode result) {
    return result
        .path("messages")
        .valueStream()
        .map(
            message ->
                "%s: %s"
                    .formatted(
                        message.path("role").asString(""),
                        message.path("content").path("text").asString("(resource)")))
        .toList();
  }

  @Override
  public void close() throws IOException {
    program.close();
  }
}
