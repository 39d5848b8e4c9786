package dev.baton.orchestrator.mirror;

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
 * The server that a node gets repositories from, and brings work to.
 *
 * @param address without a path; empty if there is none
 * @param token of the worker
 */
public record GitSource(String address, String token) {
  /** For a server, which has its repositories itself. */
  public static final GitSource NONE = new GitSource("", "");

  private static final Logger LOG = LoggerFactory.getLogger(GitSource.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  boolean isPresent() {
    return !address.isEmpty();
  }

  String url(UUID repoId) {
    return address.replaceFirst("/+$", "") + "/git/" + repoId;
  }

  /** Whose repositories the server can hand out; empty if it does not answer. */
  Optional<String> findHomes() {
    return ask("homes");
  }

  /** Where a repository can be had as well; empty if there is no such place. */
  Optional<String> findRemote(UUID repoId) {
    return ask(repoId + "/remote");
  }

  private Optional<String> ask(String what) {
    var request =
        HttpRequest.newBuilder(URI.create(address.replaceFirst("/+$", "") + "/git/" + what))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .build();
    try (var client = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return Optional.of(answer.body()).filter(_ -> answer.statusCode() == 200);
    } catch (IOException e) {
      LOG.debug("Server {} does not answer", this, e);
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** Lets git in; by variables, because everybody can read the words of a command. */
  Map<String, String> variables() {
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
    return address;
  }
}
