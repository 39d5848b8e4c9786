package dev.baton.orchestrator.call;

import dev.baton.database.StorageException;
import dev.baton.mcp.internal.text.Sha256;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.store.RequestTable.RequestKey;
import dev.baton.orchestrator.store.RequestTable.StoredRequest;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Lets a call that comes with a key happen only once. Thread safe. */
public final class RequestKeys {
  static final Duration KEPT = Duration.ofDays(7);

  /** A digest of the arguments of a call: equal for equal ones, and different for others. */
  public record Fingerprint(String value) {
    /**
     * The fingerprint of all arguments, in a fixed order; records, lists and optional values print
     * themselves.
     */
    public static Fingerprint of(Object... arguments) {
      var text = new StringBuilder();
      for (var argument : List.of(arguments)) {
        var printed = argument.toString();
        // why the length: texts may hold whatever separates them
        text.append(printed.length()).append(':').append(printed);
      }
      return new Fingerprint(Sha256.hex(text.toString()));
    }

    /**
     * Leaves out an argument that has its usual value, so that a key from before there was this
     * argument still means the same call.
     */
    public Fingerprint and(ModelChoice choice) {
      return choice.isNone() ? this : of(value, choice);
    }

    /** The same for a list, which is usually empty. */
    public Fingerprint and(List<?> more) {
      return more.isEmpty() ? this : of(value, more);
    }

    /** The same for force, which is usually not asked for. */
    public Fingerprint andForce(boolean isForced) {
      return isForced ? of(value, "force") : this;
    }
  }

  private final Clock clock;
  private final Set<RequestKey> inFlight = ConcurrentHashMap.newKeySet();

  public RequestKeys(Clock clock) {
    this.clock = clock;
  }

  /**
   * A call of a tool: who made it, under which key, and what it asks for.
   *
   * @param alike other words for the same request
   */
  public record KeyedCall(
      Caller caller, String tool, Fingerprint fingerprint, List<Fingerprint> alike) {
    public KeyedCall {
      alike = List.copyOf(alike);
    }

    public KeyedCall(Caller caller, String tool, Fingerprint fingerprint) {
      this(caller, tool, fingerprint, List.of());
    }

    boolean isSameAs(StoredRequest stored) {
      return Stream.concat(Stream.of(fingerprint), alike.stream())
          .anyMatch(one -> one.value().equals(stored.fingerprint()));
    }

    public Optional<RequestKey> key() {
      return caller.requestId().map(id -> new RequestKey(caller.owner().name(), tool, id));
    }
  }

  /** Does the work of a call; a second one with its key is refused as long as it lasts. */
  public <T> T alone(KeyedCall call, Supplier<T> work) {
    if (call.key().isEmpty()) {
      return work.get();
    }
    var key = call.key().get();
    if (!inFlight.add(key)) {
      throw underWay(key);
    }
    try {
      return work.get();
    } catch (StorageException e) {
      // why: of calls at two servers the database keeps the first
      throw Store.isDuplicate(e) ? underWay(key) : e;
    } finally {
      inFlight.remove(key);
    }
  }

  private static ToolFailure underWay(RequestKey key) {
    return new ToolFailure(
        BoardFailureCode.IDEMPOTENCY_IN_PROGRESS,
        "A call of %s with request_id '%s' is under way".formatted(key.tool(), key.requestId()),
        "Repeat the call in a few seconds; it then answers with the result of the first");
  }

  /** The result of an earlier call with this key, or else that of the work, which is stored. */
  public <T> T once(Tables tables, KeyedCall call, Class<T> type, Supplier<T> work) {
    return recall(tables, call, type).orElseGet(() -> remember(tables, call, work.get()));
  }

  /** The result of an earlier call with this key. */
  public <T> Optional<T> recall(Tables tables, KeyedCall call, Class<T> type) {
    var key = call.key();
    if (key.isEmpty()) {
      return Optional.empty();
    }
    tables.requests().deleteOlderThan(clock.instant().minus(KEPT));
    var stored = tables.requests().find(key.get());
    stored.filter(request -> !call.isSameAs(request)).ifPresent(_ -> refuse(key.get()));
    return stored.map(request -> Json.MAPPER.readValue(request.response(), type));
  }

  private static void refuse(RequestKey key) {
    throw new ToolFailure(
        BoardFailureCode.IDEMPOTENCY_CONFLICT,
        "request_id '%s' was used for another call of %s".formatted(key.requestId(), key.tool()),
        "Repeat the call with a new request_id; the old one stays with the earlier call",
        Map.of("request_id", key.requestId()));
  }

  /** Lets the key be used again, because nothing came of the call. */
  public KeyedCall forget(Tables tables, KeyedCall call) {
    call.key().ifPresent(key -> tables.requests().delete(key));
    return call;
  }

  /** Stores the result, in the transaction that makes it true. */
  public <T> T remember(Tables tables, KeyedCall call, T result) {
    call.key()
        .ifPresent(
            key ->
                tables
                    .requests()
                    .insert(
                        key,
                        new StoredRequest(
                            call.fingerprint().value(), Json.MAPPER.writeValueAsString(result)),
                        clock.instant()));
    return result;
  }
}
