package dev.baton.app;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Speaks JSON-RPC with a server, line by line and one request at a time. Not thread safe. */
public final class LineClient {
  /** Where lines come from. */
  public interface Reading {
    String next() throws IOException;
  }

  /** Where lines go. */
  public interface Writing {
    void write(String line) throws IOException;
  }

  private final Reading reading;
  private final Writing writing;
  private int id;

  public LineClient(Reading reading, Writing writing) {
    this.reading = reading;
    this.writing = writing;
  }

  /** A client at the streams of a program. */
  public LineClient(Program program) {
    this(program::line, program::send);
  }

  /** Begins as a client of 2025-11-25, and returns what the server answers. */
  public JsonNode initialize() throws IOException {
    var hello =
        """
        {"protocolVersion": "2025-11-25", "capabilities": {},
         "clientInfo": {"name": "test", "version": "1"}}
        """;
    return request("initialize", Json.parseObject(hello));
  }

  /** The answer to a request: an object with {@code result} or {@code error}. */
  public JsonNode request(String method, ObjectNode params) throws IOException {
    var request = Json.object().put("jsonrpc", "2.0").put("id", ++id).put("method", method);
    request.set("params", params);
    writing.write(request.toString());
    while (true) {
      var answer = Json.MAPPER.readTree(reading.next());
      if (answer.path("id").asInt(0) == id) {
        return answer;
      }
    }
  }

  /** The answer to the call of a tool. */
  public JsonNode callTool(String tool, ObjectNode arguments) throws IOException {
    var params = Json.object().put("name", tool);
    params.set("arguments", arguments);
    return request("tools/call", params);
  }
}
