package dev.baton.app.server;

import dev.baton.app.BoardFixture;
import dev.baton.app.LineClient;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.app.background.ServerFile;
import dev.baton.app.client.McpClient;
import dev.baton.app.client.RefusedException;
import dev.baton.mcp.protocol.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A way by which an agent calls operations with its token. */
interface AgentDoor extends AutoCloseable {
  /** The structured answer, or what it was refused with. */
  JsonNode call(String operation, ObjectNode arguments) throws Exception;

  @Override
  void close() throws IOException;

  static AgentDoor mcp(BoardFixture board, String token) throws IOException {
    var client = new McpClient(URI.create(running(board).url()), token);
    return new AgentDoor() {
      @Override
      public JsonNode call(String operation, ObjectNode arguments) throws Exception {
        try {
          return client.call(operation, arguments);
        } catch (RefusedException e) {
          return e.answer();
        }
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  static AgentDoor api(BoardFixture board, String token) {
    var http = HttpClient.newHttpClient();
    return new AgentDoor() {
      @Override
      public JsonNode call(String operation, ObjectNode arguments) throws Exception {
        var address = URI.create(running(board).url()).resolve("/api/" + operation);
        var request =
            HttpRequest.newBuilder(address)
                .header("Authorization", "Bearer " + token)
                .POST(HttpRequest.BodyPublishers.ofString(arguments.toString()))
                .build();
        var response = http.send(request, HttpResponse.BodyHandlers.ofString());
        return Json.MAPPER.readTree(response.body());
      }

      @Override
      public void close() {
        http.close();
      }
    };
  }

  /** The line port, greeted from a directory that may be inside of somebody's workspace. */
  static AgentDoor lines(BoardFixture board, String token, String directory) throws IOException {
    var socket = new Socket(InetAddress.getLoopbackAddress(), running(board).linePort());
    var in =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    write(socket, Json.object().put("token", token).put("directory", directory).toString());
    var welcome = Json.parseObject(in.readLine());
    if (welcome.has("refused")) {
      var refused = Json.object().put("message", welcome.path("refused").asString(""));
      return new Refused(socket::close, refused);
    }
    return new Lines(socket::close, new LineClient(in::readLine, line -> write(socket, line)))
        .open();
  }

  static AgentDoor stdio(BoardFixture board, Map<String, String> environment) throws IOException {
    var command =
        Program.javaCommand(
            List.of(), Main.class, "mcp", "--data-dir", board.data().path().toString());
    var program = Program.start(command, environment, Path.of("/"));
    return new Lines(program::close, new LineClient(program)).open();
  }

  private static void write(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static ServerFile running(BoardFixture board) throws IOException {
    return ServerFile.findRunning(board.data()).orElseThrow();
  }

  /** JSON-RPC line by line. */
  record Lines(Closing end, LineClient client) implements AgentDoor {
    interface Closing {
      void close() throws IOException;
    }

    AgentDoor open() throws IOException {
      client.initialize();
      return this;
    }

    @Override
    public JsonNode call(String operation, ObjectNode arguments) throws IOException {
      var answer = client.callTool(operation, arguments);
      return answer.has("error")
          ? answer.path("error")
          : answer.path("result").path("structuredContent");
    }

    @Override
    public void close() throws IOException {
      end.close();
    }
  }

  /** A door that stayed shut. */
  record Refused(Lines.Closing end, JsonNode reason) implements AgentDoor {
    @Override
    public JsonNode call(String operation, ObjectNode arguments) {
      return reason;
    }

    @Override
    public void close() throws IOException {
      end.close();
    }
  }
}
