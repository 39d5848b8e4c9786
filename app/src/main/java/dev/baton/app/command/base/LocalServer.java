package dev.baton.app.command.base;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.BackgroundServer;
import dev.baton.app.background.NoServerException;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.verb.Server;
import dev.baton.app.verb.Server.Answer;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** The server of the data directory over HTTP, which is started if none runs. */
public final class LocalServer implements Server {
  private static final int TRIES = 5;

  /** How much is shown of a malformed answer. */
  private static final int MOST_SHOWN = 200;

  private final Supplier<DataDirectory> directory;
  private final Map<String, String> environment;
  private Optional<BackgroundServer> server = Optional.empty();

  public LocalServer(Supplier<DataDirectory> directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = environment;
  }

  @Override
  public Answer call(String path, ObjectNode arguments) throws InterruptedException {
    // why not toString: it loads another mapper
    var body = Json.bytes(arguments);
    var problem = "nobody listens";
    for (var i = 0; i < TRIES; i++) {
      var address = address().resolve(path);
      try {
        var token = LocalToken.ofCaller(directory.get(), environment).text();
        return answer(PlainAnswer.post(address, token, body));
      } catch (ConnectException e) {
        // why: the server may be ending, and its file is gone in a moment
        problem = e.getMessage();
        Thread.sleep(200);
      } catch (IOException e) {
        throw new NoServerException(
            ("The server of %s went away during the call (%s), which may have been done or not;"
                    + " look, then repeat it")
                .formatted(directory.get(), e.getMessage()));
      }
    }
    throw new NoServerException(
        "The server of %s does not answer: %s".formatted(directory.get(), problem));
  }

  private URI address() throws InterruptedException {
    if (server.isEmpty()) {
      server = Optional.of(new BackgroundServer(directory.get(), environment));
    }
    return URI.create(server.get().ensure().url());
  }

  private Answer answer(PlainAnswer said) {
    var status = said.status();
    var text = said.text();
    var failed = status >= HttpURLConnection.HTTP_BAD_REQUEST;
    if (status == HttpURLConnection.HTTP_UNAUTHORIZED) {
      throw new CommandFailure(
          "The server of %s does not accept the token in BATON_TOKEN or in its file 'token'; that of an agent ends with its turn. Unset BATON_TOKEN to act as yourself."
              .formatted(directory.get()));
    }
    return new Answer(
        failed,
        findJson(text)
            .filter(json -> !failed || json.has("code"))
            .orElseThrow(
                () ->
                    new NoServerException(
                        ("The server of %s answered with status %d and '%s'; 'baton stop' ends it,"
                                + " and the next command starts another")
                            .formatted(directory.get(), status, shortened(text.strip())))));
  }

  private static Optional<ObjectNode> findJson(String text) {
    try {
      return Optional.of(Json.parseObject(text));
    } catch (JacksonException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String shortened(String text) {
    return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "…";
  }
}
