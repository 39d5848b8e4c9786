package dev.baton.examples.conformance;

import dev.baton.examples.conformance.ConformanceServer.Nothing;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Tools whose answer is a question at first, as the newer era has it. */
final class QuestionTools {
  private static final String PREFIX = "test_input_required_result_";

  private QuestionTools() {}

  static List<Tool<?, ?>> all() {
    return List.of(
        tool(
            "test_missing_capability",
            "Needs a client that can sample",
            (context) -> ToolResult.text("Sampled: " + askModel(context, "needed", "Say hello"))),
        tool(
            "test_streaming_elicitation",
            "Asks the user for a name",
            context -> ToolResult.text("Hello, %s!".formatted(askName(context, "user_name")))),
        tool(
            PREFIX + "elicitation",
            "Asks the user for a name",
            context -> ToolResult.text("Hello, %s!".formatted(askName(context, "user_name")))),
        tool(
            PREFIX + "sampling",
            "Asks the client's model",
            context ->
                ToolResult.text(
                    askModel(context, "capital_question", "What is the capital of France?"))),
        tool(PREFIX + "list_roots", "Asks for the client's roots", QuestionTools::roots),
        tool(PREFIX + "request_state", "Asks the user to confirm", QuestionTools::confirm),
        tool(PREFIX + "tampered_state", "Asks the user to confirm", QuestionTools::confirm),
        tool(PREFIX + "multiple_inputs", "Asks three things at once", QuestionTools::three),
        tool(PREFIX + "multi_round", "Asks twice", QuestionTools::twice),
        tool(PREFIX + "capabilities", "Asks what the client can answer", QuestionTools::fitting));
  }

  /** Work that may ask. */
  private interface Work {
    ToolResult run(RequestContext context);
  }

  private static Tool<Nothing, ToolResult> tool(String name, String description, Work work) {
    return ContentTools.tool(name, description, (nothing, context) -> work.run(context));
  }

  static InputRequest.Elicit nameForm(String key) {
    return new InputRequest.Elicit(key, "What is your name?", form("name", "string"));
  }

  /** The schema of a form with one required field. */
  static ObjectNode form(String field, String type) {
    return Json.parseObject(
        """
        {"type": "object", "properties": {"%s": {"type": "%s"}}, "required": ["%s"]}
        """
            .formatted(field, type, field));
  }

  static String askName(RequestContext context, String key) {
    return context
        .ask(nameForm(key))
        .accepted(key)
        .map(form -> form.path("name").asString(""))
        .orElse("stranger");
  }

  private static String askModel(RequestContext context, String key, String prompt) {
    var request = new InputRequest.Sample(key, HandshakeTools.sampling(prompt));
    return context.ask(request).answer(key).path("content").path("text").asString("no text");
  }

  private static ToolResult roots(RequestContext context) {
    var roots = context.ask(new InputRequest.Roots("client_roots")).answer("client_roots");
    return ToolResult.text("Roots: " + roots.path("roots"));
  }

  private static ToolResult confirm(RequestContext context) {
    context.ask(new InputRequest.Elicit("confirm", "Please confirm", form("ok", "boolean")));
    return ToolResult.text("state-ok");
  }

  private static ToolResult three(RequestContext context) {
    var answers =
        context.ask(
            nameForm("user_name"),
            new InputRequest.Sample("greeting", HandshakeTools.sampling("Generate a greeting")),
            new InputRequest.Roots("client_roots"));
    return ToolResult.text("Answers: " + answers.byKey());
  }

  private static ToolResult twice(RequestContext context) {
    var name = askName(context, "step1");
    var color =
        context
            .ask(new InputRequest.Elicit("step2", "Your favourite color?", form("color", "string")))
            .answer("step2");
    return ToolResult.text("%s likes %s".formatted(name, color.path("content")));
  }

  private static ToolResult fitting(RequestContext context) {
    if (context.client().supports("elicitation")) {
      return ToolResult.text("Hello, %s!".formatted(askName(context, "user_name")));
    }
    return ToolResult.text(askModel(context, "question", "Say hello"));
  }
}
