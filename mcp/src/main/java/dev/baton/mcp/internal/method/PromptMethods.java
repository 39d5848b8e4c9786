package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.ClientQuestions;
import dev.baton.mcp.internal.call.HandlerContext;
import dev.baton.mcp.internal.call.Pages;
import dev.baton.mcp.internal.call.Registry;
import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.prompt.PromptArgument;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code prompts/list} and {@code prompts/get}. */
public final class PromptMethods {
  private final Registry<Prompt> prompts;
  private final PromptRenderer renderer;
  private final ClientQuestions questions;
  private final Pages pages;

  public PromptMethods(
      Registry<Prompt> prompts, PromptRenderer renderer, ClientQuestions questions, Pages pages) {
    this.prompts = prompts;
    this.renderer = renderer;
    this.questions = questions;
    this.pages = pages;
  }

  ObjectNode list(Call call) {
    return pages.page("prompts", prompts.all(), call.params(), Prompt::name, Prompt::describe);
  }

  ObjectNode get(Call call) throws Exception {
    var prompt = load(call.requiredString("name"));
    var arguments =
        prompt
            .refusal()
            .map(refusal -> texts(refusal, call.params()))
            .orElseGet(() -> arguments(prompt, call.params()));
    var context = new HandlerContext(call, questions.answers(call));
    var answer = prompt.handler().handle(arguments, context);
    var result =
        Json.object().put("description", answer.description().orElse(prompt.description()));
    var messages = result.putArray("messages");
    renderer.render(answer.messages(), context).forEach(messages::add);
    if (!answer.meta().isEmpty()) {
      result.set("_meta", answer.meta().deepCopy());
    }
    return result;
  }

  boolean knows(String name) {
    return prompts.find(name).isPresent();
  }

  Prompt load(String name) {
    return prompts
        .find(name)
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "Unknown prompt '%s'; there are: %s%s"
                        .formatted(
                            name,
                            String.join(", ", prompts.names()),
                            NearestWord.asked(name, List.copyOf(prompts.names())))));
  }

  private static Map<String, String> texts(Prompt.Refusal refusal, ObjectNode params) {
    if (params.path("arguments") instanceof ObjectNode given
        && !given.valueStream().allMatch(JsonNode::isString)) {
      throw refusal.of(given);
    }
    return strings(params, "arguments");
  }

  private static Map<String, String> arguments(Prompt prompt, ObjectNode params) {
    var given = strings(params, "arguments");
    var problems = new ArrayList<String>();
    for (var argument : prompt.arguments()) {
      if (argument.isRequired() && !given.containsKey(argument.name())) {
        problems.add("'%s' is missing (%s)".formatted(argument.name(), argument.description()));
      }
    }
    for (var name : given.keySet()) {
      if (prompt.findArgument(name).isEmpty()) {
        problems.add("'%s' is not an argument of this prompt".formatted(name));
      }
    }
    if (!problems.isEmpty()) {
      throw RpcException.invalidParams(
          "Prompt '%s' cannot run: %s. Its arguments: %s"
              .formatted(prompt.name(), String.join("; ", problems), names(prompt)));
    }
    return given;
  }

  private static List<String> names(Prompt prompt) {
    return prompt.arguments().stream().map(PromptArgument::name).toList();
  }

  /** An object of strings in the params, empty if it is not there. */
  static Map<String, String> strings(ObjectNode params, String member) {
    var object = params.path(member);
    if (!object.isMissingNode() && !object.isNull() && !object.isObject()) {
      throw RpcException.invalidParams("'%s' must be an object".formatted(member));
    }
    var strings = new LinkedHashMap<String, String>();
    var problems = new ArrayList<String>();
    for (var entry : object.properties()) {
      if (entry.getValue().isString()) {
        strings.put(entry.getKey(), entry.getValue().stringValue());
      } else {
        problems.add(
            "'%s.%s' must be a string, not %s".formatted(member, entry.getKey(), entry.getValue()));
      }
    }
    if (!problems.isEmpty()) {
      throw RpcException.invalidParams(String.join("; ", problems));
    }
    return strings;
  }
}
