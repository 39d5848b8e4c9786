package dev.baton.app;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Opens connections to the server of a data directory, which is started if none runs. */
final class LineDoor {
  /** Names the tools that change nothing, in what the server says first. */
  static final String READ_ONLY = "read_only_tools";

  private static final int TRIES = 5;

  /** A connection that was let in. */
  record Opened(Socket socket, Set<String> readOnlyTools) {}

  private final DataDirectory directory;
  private final Map<String, String> environment;
  private final BackgroundServer server;

  LineDoor(DataDirectory directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = environment;
    this.server = new BackgroundServer(directory, environment);
  }

  Opened open() throws IOException, InterruptedException {
    IOException problem = new IOException("no server");
    for (var i = 0; i < TRIES; i++) {
      var file = server.ensure();
      try {
        var socket = new Socket(InetAddress.getLoopbackAddress(), file.linePort());
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write((greeting() + "\n").getBytes(StandardCharsets.UTF_8));
        return new Opened(
            socket,
            FirstLine.read(socket.getInputStream())
                .path(READ_ONLY)
                .valueStream()
                .map(name -> name.asString(""))
                .collect(Collectors.toUnmodifiableSet()));
      } catch (IOException e) {
        // why: the server may be ending, and its file is gone in a moment
        problem = e;
        Thread.sleep(200);
      }
    }
    throw new NoServerException(
        "The server of %s does not answer: %s".formatted(directory, problem.getMessage()));
  }

  private String greeting() throws IOException {
    var greeting = Json.object().put("token", new LocalToken(directory).loadOrMake().text());
    Optional.ofNullable(environment.get("BATON_ATTEMPT_ID"))
        .ifPresent(attempt -> greeting.put("attempt", attempt));
    return greeting.put("directory", Path.of("").toAbsolutePath().toString()).toString();
  }
}
