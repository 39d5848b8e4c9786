package dev.baton.examples.conformance;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Tools that ask the client while it waits, as the suite tries it in the older era. */
final class HandshakeTools {
  private static final String USER =
      """
      {"type": "object",
       "properties": {
         "username": {"type": "string", "description": "User's response"},
         "email": {"type": "string", "description": "User's email address"}},
       "required": ["username", "email"]}
      """;

  private static final String DEFAULTS =
      """
      {"type": "object",
       "properties": {
         "name": {"type": "string", "default": "John Doe"},
         "age": {"type": "integer", "default": 30},
         "score": {"type": "number", "default": 95.5},
         "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
         "verified": {"type": "boolean", "default": true}},
       "required": []}
      """;

  private static final String ENUMS =
      """
      {"type": "object",
       "properties": {
         "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
         "titledSingle": {"type": "string", "oneOf": [
           {"const": "value1", "title": "First Option"},
           {"const": "value2", "title": "Second Option"},
           {"const": "value3", "title": "Third Option"}]},
         "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"],
           "enumNames": ["Option One", "Option Two", "Option Three"]},
         "untitledMulti": {"type": "array",
           "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
         "titledMulti": {"type": "array", "items": {"anyOf": [
           {"const": "value1", "title": "First Choice"},
           {"const": "value2", "title": "Second Choice"},
           {"const": "value3", "title": "Third Choice"}]}}},
       "required": []}
      """;

  record Prompt(@Description("What the client's model is asked") String prompt) {}

  record Question(@Description("What the user is asked") String message) {}

  private HandshakeTools() {}

  static List<Tool<?, ?>> all() {
    return List.of(
        Tool.named("test_sampling", Prompt.class)
            .description("Asks the client's model")
            .handler((input, context) -> sample(input.prompt(), context)),
        Tool.named("test_elicitation", Question.class)
            .description("Asks the user for a name and an address")
            .handler((input, context) -> elicit(input.message(), USER, context)),
        ContentTools.tool(
            "test_elicitation_sep1034_defaults",
            "Asks the user with defaults of every type",
            (nothing, context) -> elicit("Please review the defaults", DEFAULTS, context)),
        ContentTools.tool(
            "test_elicitation_sep1330_enums",
            "Asks the user with every kind of choice",
            (nothing, context) -> elicit("Please choose", ENUMS, context)));
  }

  private static ToolResult sample(String prompt, RequestContext context) {
    var answer = context.ask(new InputRequest.Sample("answer", sampling(prompt))).answer("answer");
    return ToolResult.text(
        "LLM response: " + answer.path("content").path("text").asString("no text"));
  }

  /** Params of a request for a completion. */
  static ObjectNode sampling(String prompt) {
    var params = Json.object();
    var message = params.putArray("messages").addObject().put("role", "user");
    message.putObject("content").put("type", "text").put("text", prompt);
    return params.put("maxTokens", 100);
  }

  private static ToolResult elicit(String message, String schema, RequestContext context) {
    var answer =
        context
            .ask(new InputRequest.Elicit("form", message, Json.parseObject(schema)))
            .answer("form");
    return ToolResult.text(
        "User response: action=%s, content=%s"
            .formatted(answer.path("action").asString(""), answer.path("content")));
  }
}
