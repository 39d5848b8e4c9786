package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code baton serve} in a process of its own, and a client with one connection to it. */
final class BatonServer implements AutoCloseable {
  private static final byte[] HEALTH =
      "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(UTF_8);

  private final ServerProgram program;
  private final HttpConnection connection;
  private final String token;
  private final int port;

  private BatonServer(ServerProgram program, HttpConnection connection, String token, int port) {
    this.program = program;
    this.connection = connection;
    this.token = token;
    this.port = port;
  }

  /** Starts the server of a data directory, and returns when it says that it is well. */
  static BatonServer start(Installation installation, Path data, String... options)
      throws IOException, InterruptedException {
    var port = ServerProgram.freePort();
    var command =
        new ArrayList<>(
            installation.baton(
                "serve", "--data-dir", data.toString(), "--port", Integer.toString(port)));
    command.addAll(List.of(options));
    var program = ServerProgram.startHttp(command, port, installation.log("serve"));
    try {
      var connection = HttpConnection.open(port);
      var health = connection.exchange(HEALTH);
      if (health.status() != 200) {
        throw new IOException("/healthz was answered with " + health);
      }
      var token = Files.readString(data.resolve("token")).strip();
      return new BatonServer(program, connection, token, port);
    } catch (IOException e) {
      program.close();
      throw e;
    }
  }

  /** Starts the server of a data directory on this database. */
  static BatonServer start(
      Installation installation, Path data, Engine engine, String address, String... options)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(options));
    if (engine == Engine.POSTGRESQL) {
      all.addAll(List.of("--db", address));
    }
    return start(installation, data, all.toArray(String[]::new));
  }

  ServerProgram program() {
    return program;
  }

  HttpConnection connection() {
    return connection;
  }

  String address() {
    return "http://127.0.0.1:" + port;
  }

  /** What a person opens to see the board. */
  String boardLink() {
    return "http://127.0.0.1:%d/?token=%s".formatted(port, token);
  }

  /** A call to be repeated; every answer has to have this text in it. */
  CallTemplate template(String tool, String arguments, String expected) {
    return ModernRequest.call(tool, arguments).withToken(token).expecting(expected);
  }

  /** What a tool answers. */
  JsonNode call(String tool, String arguments) throws IOException {
    // why a connection of its own: the server closes one that was silent for long
    try (var once = HttpConnection.open(port)) {
      return once.result(ModernRequest.call(tool, arguments).withToken(token))
          .path("structuredContent");
    }
  }

  /** What an operation answers that people have and models have not. */
  JsonNode operate(String name, String arguments) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("%s/api/%s".formatted(address(), name)))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(arguments))
            .build();
    try (var client = HttpClient.newHttpClient()) {
      var answer = client.send(request, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IOException("%s was answered with %s".formatted(name, answer.body()));
      }
      return JsonMapper.shared().readTree(answer.body());
    }
  }

  /** A member of what a tool answers. */
  String call(String tool, String arguments, String member) throws IOException {
    var answer = call(tool, arguments);
    return answer
        .path(member)
        .asStringOpt()
        .orElseThrow(() -> new IOException("%s has no %s: %s".formatted(tool, member, answer)));
  }

  /** Asks it to end, and waits. */
  void end() throws InterruptedException {
    program.end();
  }

  @Override
  public void close() throws IOException {
    connection.close();
    program.close();
  }
}
