package dev.baton.app.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.app.web.frame.Visit;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Fields;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.remote.RemoteAnswer;
import dev.baton.orchestrator.remote.RemoteOperations;
import dev.baton.task.TaskOwner;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Pages of attempts whose workspace is on another node: asked for here, made there. Thread safe.
 */
final class RemotePages {
  private static final String PAGE = "page";

  /** Says that a request came from another node, and is not sent on. */
  private static final String FROM_NODE = "X-Baton-Carried";

  /** What pages look at; the session of the browser stays here. */
  private static final List<String> HEADERS = List.of("X-Baton", "Turbo-Frame", "User-Agent");

  private static final String COOKIE = "Cookie";
  private static final String SETTINGS = "baton_review=";

  private static final String START = "/tasks/{task}/attempts";

  private final Orchestrator orchestrator;
  private final BiFunction<Route.Request, ToolFailure, Route.Response> refusal;

  /**
   * Pages of a board.
   *
   * @param refusal the page that says why nothing came
   */
  RemotePages(
      Orchestrator orchestrator, BiFunction<Route.Request, ToolFailure, Route.Response> refusal) {
    this.orchestrator = orchestrator;
    this.refusal = refusal;
  }

  /** The same page, made by the node that has its attempt. */
  Route withRemoteCall(Route route) {
    return route.with(
        request -> {
          try {
            var node = findNode(route, request);
            return node.isPresent()
                ? ask(node.get(), route, request)
                : route.handler().handle(request);
          } catch (ToolFailure failure) {
            return refusal.apply(request, failure);
          }
        });
  }

  private Optional<String> findNode(Route route, Route.Request request) {
    if (request.headers().apply(FROM_NODE).isPresent()) {
      return Optional.empty();
    }
    if (route.path().equals(START)) {
      // why: what its branch is now is known where the repository is
      return Visit.id(request.variable("task"))
          .flatMap(orchestrator.attemptStarts()::findElsewhere);
    }
    return Visit.id(request.variable("attempt"))
        .or(() -> Visit.id(request.variable("approval")).flatMap(this::findAttempt))
        .flatMap(orchestrator.attempts()::findElsewhere);
  }

  private Optional<UUID> findAttempt(UUID approvalId) {
    return orchestrator.approvals().findAttempt(approvalId);
  }

  private Route.Response ask(String node, Route route, Route.Request request)
      throws InterruptedException {
    var answer = orchestrator.remoteCalls().call(node, toJson(route, request));
    if (!answer.path("status").isNumber()) {
      throw ToolFailure.read(RemoteAnswer.read(answer).structured().orElseGet(Json::object));
    }
    var headers = new LinkedHashMap<String, String>();
    answer.path("headers").forEachEntry((name, value) -> headers.put(name, value.asString()));
    return new Route.Response(
        answer.path("status").asInt(),
        headers,
        new Route.Bytes(Base64.getDecoder().decode(answer.path("body").asString())));
  }

  private static ObjectNode toJson(Route route, Route.Request request) {
    var json =
        Json.object()
            .put(RemoteOperations.KIND, PAGE)
            .put("method", route.method())
            .put("path", route.path())
            .put("owner", request.owner().name())
            .put("body", request.body());
    request.formToken().ifPresent(token -> json.put("form_token", token));
    var variables = json.putObject("variables");
    request.variables().forEach(variables::put);
    var query = json.putObject("query");
    request.query().values().forEach((name, values) -> query.set(name, Json.strings(values)));
    var headers = json.putObject("headers").put(FROM_NODE, "1");
    HEADERS.forEach(
        name -> request.headers().apply(name).ifPresent(value -> headers.put(name, value)));
    request
        .headers()
        .apply(COOKIE)
        .flatMap(RemotePages::settings)
        .ifPresent(value -> headers.put(COOKIE, value));
    return json;
  }

  private static Optional<String> settings(String cookies) {
    return Stream.of(cookies.split(";", -1))
        .map(String::strip)
        .filter(cookie -> cookie.startsWith(SETTINGS))
        .findFirst();
  }

  /** Makes a page that another node asks for; empty if it asks for something else. */
  static Optional<ObjectNode> answer(List<Route> routes, ObjectNode request) throws Exception {
    if (!request.path(RemoteOperations.KIND).asString("").equals(PAGE)) {
      return Optional.empty();
    }
    for (var route : routes) {
      if (route.method().equals(request.path("method").asString())
          && route.path().equals(request.path("path").asString())) {
        return Optional.of(toJson(route.handler().handle(read(request))));
      }
    }
    return Optional.empty();
  }

  private static Route.Request read(ObjectNode json) {
    var headers = texts(json.path("headers"));
    var query = new LinkedHashMap<String, List<String>>();
    json.path("query")
        .forEachEntry(
            (name, values) -> {
              var all = new ArrayList<String>();
              values.forEach(value -> all.add(value.asString()));
              query.put(name, all);
            });
    return new Route.Request(
        new TaskOwner(json.path("owner").asString()),
        Permit.LASTING,
        texts(json.path("variables")),
        new Fields(query),
        name -> Optional.ofNullable(headers.get(name)),
        json.path("body").asString(),
        json.path("form_token").asStringOpt());
  }

  private static Map<String, String> texts(JsonNode object) {
    var texts = new LinkedHashMap<String, String>();
    object.forEachEntry((name, value) -> texts.put(name, value.asString()));
    return texts;
  }

  private static ObjectNode toJson(Route.Response response) {
    var json = Json.object().put("status", response.status());
    var headers = json.putObject("headers");
    response.headers().forEach(headers::put);
    var body =
        switch (response.content()) {
          case Route.Bytes all -> all.bytes();
          case Route.Events _ -> "".getBytes(UTF_8);
        };
    return json.put("body", Base64.getEncoder().encodeToString(body));
  }
}
