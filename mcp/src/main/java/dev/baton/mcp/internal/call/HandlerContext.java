package dev.baton.mcp.internal.call;

import dev.baton.mcp.internal.era.Meta;
import dev.baton.mcp.protocol.LogLevel;
import dev.baton.mcp.request.Answers;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.request.TaskScope;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a handler sees of the request that it serves, while its client waits or as a task. A call
 * can become a task while its handler runs: then only the channel to the client is another. Thread
 * safe.
 */
public final class HandlerContext implements RequestContext {
  /**
   * The way between a handler and its client.
   *
   * @param call the call whose client waits; empty if the handler runs as a task
   * @param cancelled true if nobody wants the outcome any more
   */
  public record Channel(
      Optional<Call> call,
      TaskScope task,
      BooleanSupplier cancelled,
      ClientNotifications notifications,
      KnownAnswers answers) {
    private static Channel of(Call call, KnownAnswers answers) {
      var notifications =
          new ClientNotifications(
              call.request().meta().path(Meta.PROGRESS_TOKEN), call::wants, call.reply()::send);
      return new Channel(
          Optional.of(call), TaskScope.NONE, call.inFlight()::isCancelled, notifications, answers);
    }

    private boolean isAnsweredByQuestions() {
      return call.filter(waiting -> waiting.era().asksByAnswering()).isPresent();
    }
  }

  private final TaskOwner owner;
  private final Permit permit;
  private final Client client;
  private final ObjectNode meta;
  private volatile Channel channel;
  private boolean asked;

  public HandlerContext(
      TaskOwner owner, Permit permit, Client client, ObjectNode meta, Channel channel) {
    this.owner = owner;
    this.permit = permit;
    this.client = client;
    this.meta = meta;
    this.channel = channel;
  }

  /** The context of a handler whose client waits for the answer. */
  public HandlerContext(Call call, KnownAnswers answers) {
    this(
        call.owner(),
        call.reply().permit(),
        call.client(),
        call.request().meta(),
        Channel.of(call, answers));
  }

  /** The call whose client waits for the handler; empty if the handler runs as a task. */
  public Optional<Call> call() {
    return channel.call();
  }

  /**
   * Lets the handler go on as a task.
   *
   * @param next the channel of the task, for what the handler knows already
   * @return empty if a question is about to be the call's answer: then no task is made
   */
  public synchronized Optional<TaskRecord> handOver(
      Supplier<TaskRecord> task, BiFunction<TaskRecord, KnownAnswers.HandlerMemory, Channel> next) {
    if (asked) {
      return Optional.empty();
    }
    var record = task.get();
    channel = next.apply(record, channel.answers().known());
    return Optional.of(record);
  }

  @Override
  public Answers ask(InputRequest... requests) {
    var questions = List.of(requests);
    synchronized (this) {
      if (channel.isAnsweredByQuestions()) {
        try {
          return channel.answers().ask(questions);
        } catch (InputRequiredException e) {
          asked = true;
          throw e;
        }
      }
    }
    return channel.answers().ask(questions);
  }

  @Override
  public void keep(ObjectNode state) {
    channel.answers().keep(state);
  }

  @Override
  public Optional<ObjectNode> kept() {
    return channel.answers().kept();
  }

  @Override
  public TaskOwner owner() {
    return owner;
  }

  @Override
  public Permit permit() {
    return permit;
  }

  @Override
  public Client client() {
    return client;
  }

  @Override
  public ObjectNode meta() {
    return meta;
  }

  @Override
  public TaskScope task() {
    return channel.task();
  }

  @Override
  public boolean isCancelled() {
    return channel.cancelled().getAsBoolean();
  }

  @Override
  public void progress(double done, double total, String message) {
    if (!isCancelled()) {
      channel.notifications().progress(done, total, message);
    }
  }

  @Override
  public void log(LogLevel level, String logger, JsonNode data) {
    if (!isCancelled()) {
      channel.notifications().log(level, logger, data);
    }
  }
}
