package dev.baton.mcp.internal.call;

import dev.baton.mcp.internal.connection.CancelledCallException;
import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers to a handler's questions: those that are known already, and for the others a way to get
 * them. Thread safe.
 */
public final class KnownAnswers {
  /**
   * What a handler begins with, after its earlier runs.
   *
   * @param answers by key
   * @param kept what the last of them left for it
   */
  public record HandlerMemory(Map<String, ObjectNode> answers, Optional<ObjectNode> kept) {
    static final HandlerMemory NOTHING = of(Map.of());

    public HandlerMemory {
      answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
    }

    public static HandlerMemory of(Map<String, ObjectNode> answers) {
      return new HandlerMemory(answers, Optional.empty());
    }
  }

  /**
   * Gets an answer from the client to each of these questions, or ends the handler. What is known
   * is asked for late, because a handler on its way out may keep something.
   */
  @FunctionalInterface
  public interface Asker {
    Map<String, JsonNode> ask(List<InputRequest> open, Supplier<HandlerMemory> known)
        throws InterruptedException;
  }

  private static final int MAX_ROUNDS = 3;

  private final Era era;
  private final Client client;
  private final Asker asker;
  private final Map<String, ObjectNode> known;
  private final Optional<ObjectNode> found;
  private Optional<ObjectNode> left;

  public KnownAnswers(Era era, Client client, HandlerMemory known, Asker asker) {
    this.era = era;
    this.client = client;
    this.known = new LinkedHashMap<>(known.answers());
    this.found = known.kept();
    this.left = known.kept();
    this.asker = asker;
  }

  /** What has been answered and kept so far. */
  public synchronized HandlerMemory known() {
    return new HandlerMemory(known, left);
  }

  public synchronized void keep(ObjectNode state) {
    left = Optional.of(state.deepCopy());
  }

  public Optional<ObjectNode> kept() {
    return found.map(ObjectNode::deepCopy);
  }

  public Answers ask(List<InputRequest> requests) {
    for (var round = 0; round < MAX_ROUNDS; round++) {
      var open = requests.stream().filter(request -> !isKnown(request)).toList();
      if (open.isEmpty()) {
        return answers(requests);
      }
      requireCapabilities(open);
      learn(open, await(open));
    }
    throw new RpcException(
        ErrorCode.INTERNAL_ERROR,
        "The client's answers do not fit the questions, after %d rounds".formatted(MAX_ROUNDS));
  }

  private Map<String, JsonNode> await(List<InputRequest> open) {
    try {
      return asker.ask(open, this::known);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancelledCallException();
    }
  }

  private synchronized boolean isKnown(InputRequest request) {
    var answer = known.get(request.key());
    return answer != null && request.isAnsweredBy(answer);
  }

  private synchronized void learn(List<InputRequest> open, Map<String, JsonNode> answers) {
    for (var request : open) {
      if (answers.get(request.key()) instanceof ObjectNode answer) {
        known.put(request.key(), answer);
      }
    }
  }

  private synchronized Answers answers(List<InputRequest> requests) {
    var byKey = new LinkedHashMap<String, ObjectNode>();
    for (var request : requests) {
      var answer = known.get(request.key());
      if (answer != null) {
        byKey.put(request.key(), answer);
      }
    }
    return new Answers(byKey);
  }

  private void requireCapabilities(List<InputRequest> open) {
    var missing = Json.object();
    for (var request : open) {
      if (!request.isSupportedBy(client)) {
        missing.setAll(request.requiredCapabilities());
      }
    }
    if (!missing.isEmpty()) {
      throw era.missingCapability(missing);
    }
  }
}
