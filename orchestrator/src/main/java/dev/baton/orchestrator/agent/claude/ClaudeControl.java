package dev.baton.orchestrator.agent.claude;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.image.TurnImages;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Messages that we send to Claude Code on its standard input. */
final class ClaudeControl {
  private ClaudeControl() {}

  /** The first lines: the prompt, and before it the word that we answer questions. */
  static String opening(String prompt, TurnImages images, boolean asksUs) {
    var user = Json.object().put("type", "user");
    var message = user.putObject("message").put("role", "user");
    if (images.all().isEmpty()) {
      message.put("content", plain(prompt));
    } else {
      var content = message.putArray("content");
      content.addObject().put("type", "text").put("text", plain(prompt));
      for (var image : images.all()) {
        content
            .addObject()
            .put("type", "image")
            .putObject("source")
            .put("type", "base64")
            .put("media_type", image.mediaType())
            .put("data", image.base64());
      }
    }
    var hello = asksUs ? request("baton-initialize", "initialize") + "\n" : "";
    return hello + user + "\n";
  }

  // why: a line that begins with a slash would be a command to the program, not to the model
  private static String plain(String prompt) {
    return prompt.startsWith("/") ? " " + prompt : prompt;
  }

  private static ObjectNode request(String id, String subtype) {
    var json = Json.object().put("type", "control_request").put("request_id", id);
    json.putObject("request").put("subtype", subtype);
    return json;
  }

  /** The answer to a question whether a tool may be used. */
  static Send answer(String requestId, JsonNode input, ApprovalAnswer answer) {
    var decision = Json.object();
    switch (answer) {
      case ApprovalAnswer.Approve() -> decision.put("behavior", "allow").set("updatedInput", input);
      case ApprovalAnswer.Answer(String text) ->
          decision.put("behavior", "allow").set("updatedInput", answered(input, text));
      case ApprovalAnswer.Deny(String reason) ->
          decision.put("behavior", "deny").put("message", reason).put("interrupt", false);
    }
    var response = Json.object().put("subtype", "success").put("request_id", requestId);
    response.set("response", decision);
    return send("answer-" + requestId, response);
  }

  /** Questions of the agent get a line each; what is no question stays as it is. */
  private static JsonNode answered(JsonNode input, String text) {
    var questions = input.path("questions");
    if (!(input.deepCopy() instanceof ObjectNode answered) || !questions.isArray()) {
      return input;
    }
    var lines = questions.size() == 1 ? List.of(text.strip()) : text.strip().lines().toList();
    var answers = answered.putObject("answers");
    for (var i = 0; i < Math.min(lines.size(), questions.size()); i++) {
      answers.put(questions.path(i).path("question").asString(""), lines.get(i));
    }
    return answered;
  }

  /** The answer to a request that we do not know, without which the agent would wait for ever. */
  static Send refusal(String requestId, String subtype) {
    return send(
        "refusal-" + requestId,
        Json.object()
            .put("subtype", "error")
            .put("request_id", requestId)
            .put("error", "Baton does not answer '%s' requests".formatted(subtype)));
  }

  private static Send send(String key, ObjectNode response) {
    var json = Json.object().put("type", "control_response");
    json.set("response", response);
    return new Send(key, json.toString());
  }
}
