package dev.baton.orchestrator.fleet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server that a worker gets repositories from and brings work to, and that its agents call.
 *
 * @param address without a path
 * @param token of the worker
 */
public record HomeServer(URI address, String token) {
  private static final Logger LOG = LoggerFactory.getLogger(HomeServer.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Below this are repositories, by their ids. */
  public static final String REPOSITORIES = "/git/";

  /** Says whose repositories a server can hand out. */
  public static final String HOMES = REPOSITORIES + "homes";

  /** What helps a worker whose token its server does not know. */
  public static final String NEW_TOKEN =
      "make one there with 'baton token add NAME --worker', and start the worker again with it";

  private static final int FOUND = 200;
  private static final int UNAUTHORIZED = 401;

  /** Where agents find the tools. */
  public URI tools() {
    return address.resolve("/mcp");
  }

  /** Where git finds a repository. */
  public String repository(UUID repoId) {
    return address.resolve(REPOSITORIES + repoId).toString();
  }

  /** Whose repositories the server can hand out; empty if it does not answer. */
  public Optional<String> findHomes() {
    return find(HOMES);
  }

  /** Where a repository can be had as well; empty if there is no such place. */
  public Optional<String> findRemote(UUID repoId) {
    return find(REPOSITORIES + repoId + "/remote");
  }

  /** True if it does not know the token; false as well if it does not answer. */
  public boolean refusesToken() {
    return ask(HOMES).filter(answer -> answer.statusCode() == UNAUTHORIZED).isPresent();
  }

  /** Why git got nothing there, which says of a token that is refused only that it has no name. */
  public String reason(String said) {
    return refusesToken() ? "it does not know this worker's token; " + NEW_TOKEN : said;
  }

  /** The status with which it says how it is, to everybody. */
  public int health() throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(address.resolve("/healthz"))).statusCode();
  }

  private Optional<String> find(String path) {
    return ask(path).filter(answer -> answer.statusCode() == FOUND).map(HttpResponse::body);
  }

  private Optional<HttpResponse<String>> ask(String path) {
    try {
      return Optional.of(
          send(
              HttpRequest.newBuilder(address.resolve(path))
                  .header("Authorization", "Bearer " + token)));
    } catch (IOException e) {
      LOG.debug("Server {} does not answer", this, e);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      return client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  /** Lets git in; by variables, because everybody can read the words of a command. */
  public Map<String, String> gitVariables() {
    return Map.of(
        "GIT_CONFIG_COUNT",
        "1",
        "GIT_CONFIG_KEY_0",
        "http.extraHeader",
        "GIT_CONFIG_VALUE_0",
        "Authorization: Bearer " + token);
  }

  @Override
  public String toString() {
    // why: records are logged, and this one holds a secret
    return address.toString();
  }
}
