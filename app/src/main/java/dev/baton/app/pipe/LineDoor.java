package dev.baton.app.pipe;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.BackgroundServer;
import dev.baton.app.background.NoServerException;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Opens connections to the server of a data directory, which is started if none runs. */
public final class LineDoor {
  /** Names the tools that change nothing, in what the server says first. */
  public static final String READ_ONLY = "read_only_tools";

  /** Says why a caller is not let in, in what the server says first. */
  static final String REFUSED = "refused";

  private static final String ATTEMPT = "BATON_ATTEMPT_ID";
  private static final int TRIES = 5;

  /** A connection that was let in. */
  record OpenLine(Socket socket, Set<String> readOnlyTools) {}

  private final DataDirectory directory;
  private final Map<String, String> environment;
  private final BackgroundServer server;

  public LineDoor(DataDirectory directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = environment;
    this.server = new BackgroundServer(directory, environment);
  }

  OpenLine open() throws IOException, InterruptedException {
    var attempt = attempt();
    IOException problem = new IOException("no server");
    for (var i = 0; i < TRIES; i++) {
      var file = server.ensure();
      try {
        var socket = new Socket(InetAddress.getLoopbackAddress(), file.linePort());
        socket.setTcpNoDelay(true);
        socket.getOutputStream().write((greeting(attempt) + "\n").getBytes(StandardCharsets.UTF_8));
        var welcome = FirstLine.read(socket.getInputStream());
        if (welcome.has(REFUSED)) {
          socket.close();
          throw new NoServerException(
              "The server of %s does not let this client in: %s"
                  .formatted(directory, welcome.path(REFUSED).asString("")));
        }
        return new OpenLine(
            socket,
            welcome
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

  /** The attempt that this client works for, if any. */
  private Optional<UUID> attempt() {
    var text = environment.getOrDefault(ATTEMPT, "");
    try {
      return text.isBlank() ? Optional.empty() : Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      throw new CommandFailure(
          "%s is '%s', which is no UUID; unset it, or set it to the id of an attempt."
              .formatted(ATTEMPT, text),
          e);
    }
  }

  private String greeting(Optional<UUID> attempt) throws IOException {
    var greeting = Json.object().put("token", LocalToken.ofCaller(directory, environment).text());
    attempt.ifPresent(id -> greeting.put("attempt", id.toString()));
    return greeting.put("directory", Path.of("").toAbsolutePath().toString()).toString();
  }
}
