package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.InputRequiredException;
import dev.baton.mcp.internal.connection.Connection;
import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.connection.StreamLimit.TooManyStreamsException;
import dev.baton.mcp.internal.era.Envelope;
import dev.baton.mcp.internal.era.Era;
import dev.baton.mcp.internal.era.Headers;
import dev.baton.mcp.internal.era.ProtocolVersion;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.internal.message.Message;
import dev.baton.mcp.internal.message.ServerInfo;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcError;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.task.TaskException;
import dev.baton.task.TaskLimitException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** The one way from a request to its answer: era, method, result; each kind of failure once. */
public final class RequestDispatcher {
  private static final Logger LOG = LoggerFactory.getLogger(RequestDispatcher.class);

  private final ServerInfo server;
  private final Features features;
  private final ServerObserver observer;

  public RequestDispatcher(ServerInfo server, Features features, ServerObserver observer) {
    this.server = server;
    this.features = features;
    this.observer = observer;
  }

  /** Serves one request on the current thread, from its admission to its answer. */
  public void serve(Connection connection, Message.Request request, Headers headers, Reply reply) {
    Call call;
    try {
      call = admit(connection, request, headers, reply);
    } catch (RpcException e) {
      refuse(request, headers, reply, e.error());
      return;
    }
    if (call.era().disconnectCancels()) {
      reply.onClientGone(call.inFlight()::cancel);
    }
    work(call);
  }

  private Call admit(Connection connection, Message.Request request, Headers headers, Reply reply) {
    if (!Era.anyServes(request.method())) {
      throw unknownMethod(request.method());
    }
    var envelope =
        Envelope.isClaimedBy(request.params(), headers)
            ? Envelope.read(request, headers)
            : agreed(connection, request);
    if (!envelope.era().serves(request.method())) {
      throw unknownMethod(request.method());
    }
    return new Call(
        request,
        headers,
        envelope.era(),
        envelope.client(),
        envelope.logLevel(),
        connection,
        reply,
        connection.begin(request.id()));
  }

  private static Envelope agreed(Connection connection, Message.Request request) {
    var handshake = connection.handshake().orElseGet(() -> beforeHandshake(request));
    return new Envelope(handshake.era(), handshake.client(), Optional.of(connection.logLevel()));
  }

  private static void refuse(
      Message.Request request, Headers headers, Reply reply, RpcError error) {
    var response = Message.error(request.id(), error);
    if (!Envelope.isClaimedBy(request.params(), headers)) {
      // why: an older client takes an HTTP error for the end of its session
      reply.answer(response);
    } else if (error.code() == ErrorCode.METHOD_NOT_FOUND) {
      reply.refuse(response, Refusal.UNKNOWN_METHOD);
    } else {
      reply.refuse(response, Refusal.BAD_REQUEST);
    }
  }

  private static Connection.Handshake beforeHandshake(Message.Request request) {
    if (!request.method().equals("initialize") && !request.method().equals("ping")) {
      throw RpcException.invalidParams(
          ("%s came before 'initialize'. Call that first, or, from revision 2026-07-28 on, put"
                  + " 'io.modelcontextprotocol/protocolVersion' and"
                  + " 'io.modelcontextprotocol/clientCapabilities' into the request's _meta")
              .formatted(request.method()));
    }
    var asked = request.params();
    var era = Era.negotiate(asked.path("protocolVersion").asString(""));
    return new Connection.Handshake(
        era,
        Client.of(
            member(asked, "clientInfo"), era.version().wireName(), member(asked, "capabilities")));
  }

  private static ObjectNode member(ObjectNode params, String name) {
    return params.path(name) instanceof ObjectNode object ? object : Json.object();
  }

  private void work(Call call) {
    try {
      var result = call.era().finish(call.request().method(), invoke(call), server);
      if (finish(call)) {
        call.reply().answer(Message.result(call.request().id(), result));
      }
    } catch (RpcException e) {
      fail(call, e.error());
    } catch (TaskLimitException e) {
      fail(call, RpcError.of(ErrorCode.INTERNAL_ERROR, e));
    } catch (TaskException e) {
      fail(call, RpcError.of(ErrorCode.INVALID_PARAMS, e));
    } catch (TooManyStreamsException e) {
      if (finish(call)) {
        call.reply()
            .refuse(
                Message.error(call.request().id(), RpcError.of(ErrorCode.INTERNAL_ERROR, e)),
                Refusal.TOO_MANY);
      }
    } catch (Throwable e) {
      // why: a handler's Error must not leave its client without an answer
      if (!call.inFlight().isCancelled()) {
        LOG.error("{} failed", call.request().method(), e);
      }
      fail(
          call,
          RpcError.of(
              ErrorCode.INTERNAL_ERROR,
              "%s failed inside the server; its log says why".formatted(call.request().method())));
    }
  }

  /**
   * Ends the work on a request, before its answer goes out: with the answer in hand the client may
   * use the id again.
   *
   * @return false if the request was cancelled, and gets no answer
   */
  private static boolean finish(Call call) {
    var mayAnswer = call.inFlight().finish();
    call.connection().end(call.request().id());
    if (!mayAnswer) {
      call.reply().withhold();
    }
    return mayAnswer;
  }

  private static void fail(Call call, RpcError error) {
    if (!finish(call)) {
      return;
    }
    var response = Message.error(call.request().id(), error);
    call.era()
        .refusal(error)
        .ifPresentOrElse(
            reason -> call.reply().refuse(response, reason), () -> call.reply().answer(response));
  }

  private ObjectNode invoke(Call call) throws Exception {
    return observer.around(features.work(call), () -> answer(call));
  }

  private ObjectNode answer(Call call) throws Exception {
    try {
      return dispatch(call);
    } catch (InputRequiredException e) {
      return features.questions().inputRequired(call, e);
    }
  }

  private ObjectNode dispatch(Call call) throws Exception {
    return switch (call.request().method()) {
      case "initialize" -> initialize(call);
      case "server/discover" -> call.era().introduction(server, call.owner());
      case "ping" -> Json.object();
      case "logging/setLevel" -> setLogLevel(call);
      case "tools/list" -> features.tools().list(call);
      case "tools/call" -> features.tools().call(call);
      case "prompts/list" -> features.prompts().list(call);
      case "prompts/get" -> features.prompts().get(call);
      case "resources/list" -> features.resources().list(call);
      case "resources/templates/list" -> features.resources().listTemplates(call);
      case "resources/read" -> features.resources().read(call);
      case "resources/subscribe" -> features.resources().subscribe(call);
      case "resources/unsubscribe" -> features.resources().unsubscribe(call);
      case "completion/complete" -> features.completions().complete(call);
      case "subscriptions/listen" -> features.subscriptions().listen(call, features.tasks());
      case "tasks/get" -> features.taskMethods().get(call);
      case "tasks/list" -> features.taskMethods().list(call);
      case "tasks/result" -> features.taskMethods().result(call);
      case "tasks/update" -> features.taskMethods().update(call);
      case "tasks/cancel" -> features.taskMethods().cancel(call);
      default -> throw unknownMethod(call.request().method());
    };
  }

  private ObjectNode initialize(Call call) {
    if (call.connection().handshake().isPresent()) {
      throw new RpcException(
          ErrorCode.INVALID_REQUEST, "This connection is initialized already; open another one");
    }
    if (!call.params().path("protocolVersion").isString()) {
      throw RpcException.invalidParams(
          "initialize needs 'protocolVersion', a string; served here: %s"
              .formatted(ProtocolVersion.SUPPORTED));
    }
    call.connection().agree(new Connection.Handshake(call.era(), call.client()));
    features.subscriptions().add(call.connection());
    return call.era().introduction(server, call.owner());
  }

  private static ObjectNode setLogLevel(Call call) {
    call.connection().setLogLevel(Envelope.readLogLevel(call.params().path("level"), "level"));
    return Json.object();
  }

  private static RpcException unknownMethod(String method) {
    return new RpcException(ErrorCode.METHOD_NOT_FOUND, "Unknown method '%s'".formatted(method));
  }
}
