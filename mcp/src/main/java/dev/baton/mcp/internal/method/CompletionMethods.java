package dev.baton.mcp.internal.method;

import dev.baton.mcp.internal.call.Call;
import dev.baton.mcp.internal.call.ClientQuestions;
import dev.baton.mcp.internal.call.HandlerContext;
import dev.baton.mcp.internal.call.Registry;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.CompletionSource;
import dev.baton.mcp.resource.ResourceTemplate;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code completion/complete}. */
public final class CompletionMethods {
  private static final int MAX_VALUES = 100;

  private final PromptMethods prompts;
  private final Registry<ResourceTemplate> templates;

  public CompletionMethods(PromptMethods prompts, Registry<ResourceTemplate> templates) {
    this.prompts = prompts;
    this.templates = templates;
  }

  ObjectNode complete(Call call) {
    var argument = call.params().path("argument");
    var name = text(argument, "name", "argument.name");
    var typed = text(argument, "value", "argument.value");
    var source = source(call.params().path("ref"), name);
    var context = new HandlerContext(call, ClientQuestions.none(call));
    var values = source.complete(typed, others(call.params()), context);
    var result = Json.object();
    var completion = result.putObject("completion");
    completion.set("values", Json.strings(values.stream().limit(MAX_VALUES).toList()));
    completion.put("total", values.size());
    completion.put("hasMore", values.size() > MAX_VALUES);
    return result;
  }

  private CompletionSource source(JsonNode ref, String argument) {
    return switch (ref.path("type").asString("")) {
      case "ref/prompt" -> {
        var prompt = prompts.load(text(ref, "name", "ref.name"));
        yield prompt
            .findArgument(argument)
            .orElseThrow(() -> unknownArgument(argument, "prompt '%s'".formatted(prompt.name())))
            .completions();
      }
      case "ref/resource" -> {
        var template = template(text(ref, "uri", "ref.uri"));
        if (!template.variables().contains(argument)) {
          throw unknownArgument(argument, template.uriTemplate());
        }
        yield template.completions(argument);
      }
      default ->
          throw RpcException.invalidParams(
              "'ref.type' must be 'ref/prompt' or 'ref/resource', not %s"
                  .formatted(ref.path("type")));
    };
  }

  private ResourceTemplate template(String uri) {
    return templates
        .find(uri)
        .orElseThrow(
            () ->
                RpcException.invalidParams(
                    "Unknown resource template '%s'; there are: %s"
                        .formatted(uri, String.join(", ", templates.names()))));
  }

  private static Map<String, String> others(ObjectNode params) {
    var context = params.path("context");
    if (context.isMissingNode()) {
      return Map.of();
    }
    if (context instanceof ObjectNode object) {
      return PromptMethods.strings(object, "arguments");
    }
    throw RpcException.invalidParams("'context' must be an object");
  }

  private static String text(JsonNode object, String member, String name) {
    if (!object.path(member).isString()) {
      throw RpcException.invalidParams("completion/complete needs '%s', a string".formatted(name));
    }
    return object.path(member).stringValue();
  }

  private static RpcException unknownArgument(String argument, String owner) {
    return RpcException.invalidParams("There is no argument '%s' in %s".formatted(argument, owner));
  }
}
