package dev.baton.mcp.internal.call;

import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.InputRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Questions during a call: in the newer era the answer is the question, in the older it is sent.
 */
public final class ClientQuestions {
  private static final String ANSWERS = "answers";
  private static final String KEPT = "kept";

  private final StateSeal seal;

  public ClientQuestions(StateSeal seal) {
    this.seal = seal;
  }

  /** The way to ask for this call, with the answers that it brought along. */
  public KnownAnswers answers(Call call) {
    return call.era().asksByAnswering()
        ? new KnownAnswers(
            call.era(), call.client(), brought(call), ClientQuestions::endWithTheQuestion)
        : new KnownAnswers(
            call.era(),
            call.client(),
            KnownAnswers.HandlerMemory.NOTHING,
            (open, known) -> send(call, open));
  }

  private static Map<String, JsonNode> endWithTheQuestion(
      List<InputRequest> open, Supplier<KnownAnswers.HandlerMemory> known) {
    throw new InputRequiredException(open, known);
  }

  private static Map<String, JsonNode> send(Call call, List<InputRequest> open)
      throws InterruptedException {
    var answers = new LinkedHashMap<String, JsonNode>();
    for (var request : open) {
      var response = call.connection().ask(request.method(), request.params(), call.reply());
      response.error().ifPresent(error -> refused(request, error.message()));
      var answer = response.result().orElseThrow();
      if (!request.isAnsweredBy(answer)) {
        refused(request, "its answer does not fit the question: " + answer);
      }
      answers.put(request.key(), answer);
    }
    return answers;
  }

  private static void refused(InputRequest request, String problem) {
    throw new RpcException(
        ErrorCode.INTERNAL_ERROR,
        "The client did not answer %s: %s".formatted(request.method(), problem));
  }

  private KnownAnswers.HandlerMemory brought(Call call) {
    var brought = new LinkedHashMap<String, ObjectNode>();
    var sealed = opened(call);
    collect(sealed.path(ANSWERS), brought);
    var responses = call.params().path("inputResponses");
    if (!responses.isMissingNode() && !responses.isNull() && !responses.isObject()) {
      throw RpcException.invalidParams("'inputResponses' must be an object, an answer by key");
    }
    collect(responses, brought);
    return new KnownAnswers.HandlerMemory(
        brought,
        sealed.path(KEPT) instanceof ObjectNode kept ? Optional.of(kept) : Optional.empty());
  }

  private ObjectNode opened(Call call) {
    var state = call.params().path("requestState");
    if (state.isString()) {
      return seal.open(state.stringValue(), call.request(), call.owner());
    }
    if (!state.isMissingNode() && !state.isNull()) {
      throw RpcException.invalidParams("'requestState' must be the string that was given");
    }
    return Json.object();
  }

  private static void collect(JsonNode answers, Map<String, ObjectNode> into) {
    answers
        .propertyStream()
        .forEach(
            entry -> {
              if (entry.getValue() instanceof ObjectNode answer) {
                into.put(entry.getKey(), answer);
              }
            });
  }

  /** The result that asks the client to repeat the request with answers. */
  public ObjectNode inputRequired(Call call, InputRequiredException question) {
    var result = Json.object().put("resultType", "input_required");
    var requests = result.putObject("inputRequests");
    question.open().forEach(request -> requests.set(request.key(), request.toJson()));
    var state = Json.object();
    var answers = state.putObject(ANSWERS);
    var known = question.known();
    known.answers().forEach(answers::set);
    known.kept().ifPresent(kept -> state.set(KEPT, kept));
    return result.put("requestState", seal.seal(state, call.request(), call.owner()));
  }

  /** Asks nothing: for methods whose answer cannot be a question. */
  public static KnownAnswers none(Call call) {
    return new KnownAnswers(
        call.era(),
        call.client(),
        KnownAnswers.HandlerMemory.NOTHING,
        (open, known) -> {
          throw new IllegalStateException(
              "%s cannot ask the client".formatted(call.request().method()));
        });
  }
}
