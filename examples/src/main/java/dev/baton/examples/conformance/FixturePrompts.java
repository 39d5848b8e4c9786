package dev.baton.examples.conformance;

import dev.baton.mcp.prompt.Prompt;
import dev.baton.mcp.prompt.PromptArgument;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.CompletionSource;
import dev.baton.mcp.request.InputRequest;
import dev.baton.workflow.prompt.PromptContent;
import dev.baton.workflow.prompt.PromptMessage;
import java.util.List;
import java.util.Map;

/** The prompts that the suite asks for. */
final class FixturePrompts {
  private static final InputRequest CONTEXT_FORM =
      new InputRequest.Elicit(
          "user_context",
          "What context should the prompt use?",
          QuestionTools.form("context", "string"));

  private FixturePrompts() {}

  private static String uri(Map<String, String> arguments) {
    var uri = arguments.getOrDefault("resourceUri", "");
    if (uri.isBlank()) {
      throw RpcException.invalidParams("'resourceUri' is blank");
    }
    return uri;
  }

  static List<Prompt> all() {
    return List.of(
        Prompt.named("test_simple_prompt", "A prompt without arguments")
            .messages(
                (arguments, context) ->
                    List.of(PromptMessage.user("This is a simple prompt for testing."))),
        Prompt.named("test_prompt_with_arguments", "A prompt with two arguments")
            .argument(
                PromptArgument.required("arg1", "First test argument")
                    .withCompletions(CompletionSource.of(List.of("test-a", "test-b", "other"))))
            .argument(PromptArgument.required("arg2", "Second test argument"))
            .messages(
                (arguments, context) ->
                    List.of(
                        PromptMessage.user(
                            "Prompt with arguments: arg1='%s', arg2='%s'"
                                .formatted(arguments.get("arg1"), arguments.get("arg2"))))),
        Prompt.named("test_prompt_with_embedded_resource", "A prompt that embeds a resource")
            .argument(PromptArgument.required("resourceUri", "URI of the resource to embed"))
            .messages(
                (arguments, context) ->
                    List.of(
                        PromptMessage.user(PromptContent.resource(uri(arguments))),
                        PromptMessage.user("Please process the embedded resource above."))),
        Prompt.named("test_prompt_with_image", "A prompt with an image")
            .messages(
                (arguments, context) ->
                    List.of(
                        PromptMessage.user(new PromptContent.Image(ContentTools.PNG, "image/png")),
                        PromptMessage.user("Please analyze the image above."))),
        Prompt.named("test_input_required_result_prompt", "A prompt that asks for context")
            .messages(
                (arguments, context) ->
                    List.of(
                        PromptMessage.user(
                            "Context: "
                                + context
                                    .ask(CONTEXT_FORM)
                                    .answer("user_context")
                                    .path("content")))));
  }
}
