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
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What the handler of a request sees while the client waits for the answer. */
public final class CallContext implements RequestContext {
  private final Call call;
  private final KnownAnswers answers;
  private final ClientNotifications notifications;

  public CallContext(Call call, KnownAnswers answers) {
    this.call = call;
    this.answers = answers;
    this.notifications =
        new ClientNotifications(
            call.request().meta().path(Meta.PROGRESS_TOKEN), call::wants, call.reply()::send);
  }

  public Call call() {
    return call;
  }

  public KnownAnswers answers() {
    return answers;
  }

  @Override
  public TaskOwner owner() {
    return call.owner();
  }

  @Override
  public Permit permit() {
    return call.reply().permit();
  }

  @Override
  public Client client() {
    return call.client();
  }

  @Override
  public ObjectNode meta() {
    return call.request().meta();
  }

  @Override
  public TaskScope task() {
    return TaskScope.NONE;
  }

  @Override
  public boolean isCancelled() {
    return call.inFlight().isCancelled();
  }

  @Override
  public void progress(double done, double total, String message) {
    if (!isCancelled()) {
      notifications.progress(done, total, message);
    }
  }

  @Override
  public void log(LogLevel level, String logger, JsonNode data) {
    if (!isCancelled()) {
      notifications.log(level, logger, data);
    }
  }

  @Override
  public Answers ask(InputRequest... requests) {
    return answers.ask(List.of(requests));
  }

  @Override
  public void keep(ObjectNode state) {
    answers.keep(state);
  }

  @Override
  public Optional<ObjectNode> kept() {
    return answers.kept();
  }
}
