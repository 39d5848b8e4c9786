package dev.baton.mcp.internal.connection;

import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.RequestId;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Client;
import dev.baton.task.TaskOwner;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * One client: its requests in flight and, in the older era, what its handshake agreed on. A request
 * of the newer era over HTTP has a connection of its own, because nothing may be remembered. Thread
 * safe.
 */
public final class Connection implements AutoCloseable {
  /** What {@code initialize} agreed on. */
  public record Handshake(Era era, Client client) {}

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final String LEFT = "it left";

  private final TaskOwner owner;
  private final Outbox outbox = new Outbox();
  private final Map<RequestId, InFlightRequest> inFlight = new ConcurrentHashMap<>();
  private final Map<RequestId, CompletableFuture<Message.Response>> asked =
      new ConcurrentHashMap<>();
  private final Set<String> watchedResources = ConcurrentHashMap.newKeySet();
  private final TaskNotifications watchedTasks = new TaskNotifications();
  private final Set<Outbox> subscriptions = ConcurrentHashMap.newKeySet();
  private final AtomicLong lastAsked = new AtomicLong();
  private final Consumer<Connection> onClose;
  private volatile Optional<Handshake> handshake = Optional.empty();
  private volatile LogLevel logLevel = LogLevel.INFO;

  public Connection(TaskOwner owner, Consumer<Connection> onClose) {
    this.owner = owner;
    this.onClose = onClose;
  }

  public TaskOwner owner() {
    return owner;
  }

  /** Messages to this client that belong to no request of its own. */
  public Outbox outbox() {
    return outbox;
  }

  /** True while a request is being worked on. */
  public boolean isBusy() {
    return !inFlight.isEmpty();
  }

  /** True if this client may send several messages as one JSON array. */
  public boolean allowsBatches() {
    return handshake.filter(agreed -> agreed.era().version().hasBatches()).isPresent();
  }

  public Optional<Handshake> handshake() {
    return handshake;
  }

  public void agree(Handshake agreed) {
    handshake = Optional.of(agreed);
  }

  public LogLevel logLevel() {
    return logLevel;
  }

  public void setLogLevel(LogLevel level) {
    logLevel = level;
  }

  public Set<String> watchedResources() {
    return watchedResources;
  }

  public TaskNotifications watchedTasks() {
    return watchedTasks;
  }

  /** Notes that the current thread works on a request. */
  public InFlightRequest begin(RequestId id) {
    var call = new InFlightRequest();
    if (inFlight.putIfAbsent(id, call) != null) {
      throw new RpcException(
          ErrorCode.INVALID_REQUEST,
          "Request id %s is still in flight; use another id".formatted(id));
    }
    return call;
  }

  public void end(RequestId id) {
    inFlight.remove(id);
  }

  /** Cancels a request; does nothing if it is unknown or finished. */
  public void cancel(RequestId id) {
    var call = inFlight.get(id);
    if (call != null) {
      call.cancel();
    }
  }

  /**
   * Sends a request to the client over the stream of one of its own, and waits for the response.
   *
   * @throws RpcException if the client cannot be asked, leaves, or takes too long
   */
  public Message.Response ask(String method, ObjectNode params, Reply stream)
      throws InterruptedException {
    var id = RequestId.of("baton-" + lastAsked.incrementAndGet());
    var answer = new CompletableFuture<Message.Response>();
    asked.put(id, answer);
    try {
      if (!stream.send(Message.request(id, method, params))) {
        throw noAnswer(method, "it takes no event streams, or has gone");
      }
      stream.onClientGone(() -> answer.completeExceptionally(noAnswer(method, LEFT)));
      return answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw noAnswer(method, LEFT);
    } catch (TimeoutException e) {
      throw noAnswer(method, "it took longer than " + PATIENCE);
    } finally {
      asked.remove(id);
    }
  }

  private static RpcException noAnswer(String method, String problem) {
    return new RpcException(
        ErrorCode.INTERNAL_ERROR, "The client did not answer %s: %s".formatted(method, problem));
  }

  /** Hands a response to whoever asked; one that nobody waits for is dropped. */
  public void answered(Message.Response response) {
    var waiting = asked.get(response.id());
    if (waiting != null) {
      waiting.complete(response);
    }
  }

  public void listening(Outbox subscription) {
    subscriptions.add(subscription);
  }

  public void listensNoMore(Outbox subscription) {
    subscriptions.remove(subscription);
  }

  /** Ends what waits for this client, which says nothing more: subscriptions and questions. */
  public void clientIsLeaving() {
    subscriptions.forEach(Outbox::close);
    asked.values().forEach(answer -> answer.completeExceptionally(new CancelledCallException()));
  }

  /** Cancels what is in flight and lets the client go. */
  @Override
  public void close() {
    onClose.accept(this);
    inFlight.values().forEach(InFlightRequest::cancel);
    outbox.close();
  }

  /** A request that a handler works on, so that it can be cancelled. Thread safe. */
  public static final class InFlightRequest {
    private final Thread worker = Thread.currentThread();
    private boolean cancelled;
    private boolean finished;

    /** Interrupts the handler, unless it has finished. */
    public synchronized void cancel() {
      if (!finished && !cancelled) {
        cancelled = true;
        worker.interrupt();
      }
    }

    public synchronized boolean isCancelled() {
      return cancelled;
    }

    /** Ends the handler's part, on its own thread; false if the request was cancelled meanwhile. */
    public synchronized boolean finish() {
      finished = true;
      if (cancelled) {
        // why: the thread goes on to end the reply, and an interrupt would break its writing
        Thread.interrupted();
      }
      return !cancelled;
    }
  }
}
