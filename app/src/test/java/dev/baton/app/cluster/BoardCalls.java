package dev.baton.app.cluster;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls of a client that knows several servers, and asks the next one when one does not answer.
 * Thread safe.
 */
final class BoardCalls implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /** Where a server is, and who calls it. */
  record Door(URI address, String token) {}

  private final List<Door> doors;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final AtomicInteger next = new AtomicInteger();

  BoardCalls(List<Door> doors) {
    this.doors = List.copyOf(doors);
  }

  /** What a server answered. */
  record Answer(int status, ObjectNode body) {
    boolean isGood() {
      return status == 200;
    }

    private boolean isRefusal() {
      return status >= 400 && status < 500 && !body.path("retryable").asBoolean(false);
    }
  }

  /**
   * Makes a call until some server has acknowledged it; it counts once however often it is made.
   */
  ObjectNode acknowledged(String tool, ObjectNode arguments) {
    return insist(tool, arguments.put("request_id", UUID.randomUUID().toString()));
  }

  /** Asks until some server answers. */
  ObjectNode insist(String tool, ObjectNode arguments) {
    var last = new AtomicReference<>(new Answer(0, Json.object()));
    try {
      Awaitility.await(tool)
          .atMost(PATIENCE)
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(100))
          .until(
              () -> {
                var answer = ask(doors.get(next.getAndIncrement() % doors.size()), tool, arguments);
                answer.ifPresent(last::set);
                return answer.filter(it -> it.isGood() || it.isRefusal()).isPresent();
              });
    } catch (ConditionTimeoutException e) {
      throw new IllegalStateException("%s %s: %s".formatted(tool, arguments, last), e);
    }
    if (!last.get().isGood()) {
      throw new IllegalStateException("%s %s: %s".formatted(tool, arguments, last));
    }
    return last.get().body();
  }

  /** Empty if the server does not answer in time. */
  private Optional<Answer> ask(Door door, String tool, ObjectNode arguments)
      throws InterruptedException {
    var request =
        HttpRequest.newBuilder(door.address().resolve("/api/" + tool))
            .timeout(Duration.ofSeconds(30))
            .header("Authorization", "Bearer " + door.token())
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(arguments.toString()))
            .build();
    try {
      var response = client.send(request, HttpResponse.BodyHandlers.ofString());
      return Optional.of(new Answer(response.statusCode(), Json.parseObject(response.body())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What every server that is there says of the same thing. */
  Map<URI, ObjectNode> everywhere(String tool, ObjectNode arguments) throws InterruptedException {
    var answers = new LinkedHashMap<URI, ObjectNode>();
    for (var door : doors) {
      ask(door, tool, arguments)
          .filter(Answer::isGood)
          .ifPresent(answer -> answers.put(door.address(), answer.body()));
    }
    return answers;
  }

  @Override
  public void close() {
    client.close();
  }
}
