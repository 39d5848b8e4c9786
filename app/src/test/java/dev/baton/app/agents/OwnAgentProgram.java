package dev.baton.app.agents;

import dev.baton.mcp.protocol.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A small agent that speaks version 1 of the Agent Client Protocol. It has no model: its prompt is
 * a script of lines {@code write PATH TEXT}, {@code recall} and {@code until PATH}; other lines are
 * said back. It asks before it writes, and ends its turn when it may not.
 */
final class OwnAgentProgram {
  private final Path conversations;
  private final OutputStream output = new FileOutputStream(FileDescriptor.out);
  private final Map<Long, CompletableFuture<JsonNode>> questions = new ConcurrentHashMap<>();
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private Path workspace = Path.of("");
  private long lastQuestion;

  private OwnAgentProgram(Path conversations) {
    this.conversations = conversations;
  }

  /** Runs until its input ends; the argument is the directory of its conversations. */
  public static void main(String[] arguments) throws IOException {
    new OwnAgentProgram(Path.of(arguments[0])).run();
  }

  private void run() throws IOException {
    var input =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
    for (var line = input.readLine(); line != null; line = input.readLine()) {
      read(Json.parseObject(line));
    }
  }

  private void read(ObjectNode message) throws IOException {
    var params = message.path("params");
    switch (message.path("method").asString("")) {
      case "initialize" -> {
        var result = Json.object().put("protocolVersion", 1);
        result.putObject("agentCapabilities").put("loadSession", true);
        answer(message, result);
      }
      case "session/new" -> open(message, UUID.randomUUID().toString());
      case "session/load" -> load(message, params.path("sessionId").asString(""));
      case "session/set_mode" -> answer(message, Json.object());
      case "session/prompt" -> Thread.startVirtualThread(() -> prompt(message));
      case "session/cancel" -> cancelled.countDown();
      default -> {
        var asked = questions.remove(message.path("id").asLong(0));
        if (asked != null) {
          asked.complete(message.path("result"));
        }
      }
    }
  }

  private void load(ObjectNode message, String session) throws IOException {
    if (Files.exists(conversations.resolve(session))) {
      open(message, session);
    } else {
      var error = Json.object().put("jsonrpc", "2.0");
      error.set("id", message.path("id"));
      error.putObject("error").put("code", -32602).put("message", "no session " + session);
      send(error);
    }
  }

  private void open(ObjectNode message, String session) throws IOException {
    workspace = Path.of(message.path("params").path("cwd").asString(""));
    Files.createDirectories(conversations);
    Files.writeString(
        conversations.resolve(session), "", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    var result = Json.object().put("sessionId", session);
    var modes = result.putObject("modes").put("currentModeId", "default");
    modes.putArray("availableModes").addObject().put("id", "default").put("name", "Default");
    modes.withArray("/availableModes").addObject().put("id", "plan").put("name", "Plan");
    answer(message, result);
  }

  private void prompt(ObjectNode message) {
    var session = message.path("params").path("sessionId").asString("");
    var text = message.path("params").path("prompt").path(0).path("text").asString("");
    try {
      Files.writeString(conversations.resolve(session), ".", StandardOpenOption.APPEND);
      for (var line : text.lines().toList()) {
        if (!play(session, line)) {
          break;
        }
      }
      var reason = cancelled.getCount() == 0 ? "cancelled" : "end_turn";
      answer(message, Json.object().put("stopReason", reason));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** False if the turn is over. */
  private boolean play(String session, String line) throws IOException, InterruptedException {
    var words = line.split(" ", 3);
    switch (words[0]) {
      case "write" -> {
        var file = workspace.resolve(words[1]);
        if (!mayWrite(session, file)) {
          return false;
        }
        Files.writeString(file, words[2] + "\n");
      }
      case "recall" ->
          say(session, "turn " + Files.readString(conversations.resolve(session)).length());
      case "until" -> {
        waiting(session);
        awaitFile(Path.of(words[1]));
      }
      default -> say(session, line);
    }
    return cancelled.getCount() > 0;
  }

  private void awaitFile(Path file) throws InterruptedException {
    while (!Files.exists(file) && !cancelled.await(50, TimeUnit.MILLISECONDS)) {
      Thread.onSpinWait();
    }
  }

  private boolean mayWrite(String session, Path file) throws IOException {
    var answer = new CompletableFuture<JsonNode>();
    var id = ++lastQuestion;
    questions.put(id, answer);
    var params = Json.object().put("sessionId", session);
    var call =
        params
            .putObject("toolCall")
            .put("toolCallId", "write-" + id)
            .put("title", "Write " + file.getFileName())
            .put("kind", "edit");
    call.putObject("rawInput").put("path", file.toString());
    var options = params.putArray("options");
    options.addObject().put("optionId", "yes").put("name", "Yes").put("kind", "allow_once");
    options.addObject().put("optionId", "no").put("name", "No").put("kind", "reject_once");
    var question = Json.object().put("jsonrpc", "2.0").put("id", id);
    question.put("method", "session/request_permission").set("params", params);
    send(question);
    return answer.join().path("outcome").path("optionId").asString("").equals("yes");
  }

  private void say(String session, String text) throws IOException {
    var words = Json.object().put("sessionUpdate", "agent_message_chunk");
    words.putObject("content").put("type", "text").put("text", text + "\n");
    tell(session, words);
  }

  private void waiting(String session) throws IOException {
    tell(
        session,
        Json.object()
            .put("sessionUpdate", "tool_call")
            .put("toolCallId", "wait")
            .put("title", "Wait")
            .put("status", "in_progress"));
  }

  private void tell(String session, ObjectNode news) throws IOException {
    var update = Json.object().put("jsonrpc", "2.0").put("method", "session/update");
    update.putObject("params").put("sessionId", session).set("update", news);
    send(update);
  }

  private void answer(ObjectNode request, ObjectNode result) throws IOException {
    var answer = Json.object().put("jsonrpc", "2.0");
    answer.set("id", request.path("id"));
    answer.set("result", result);
    send(answer);
  }

  private synchronized void send(ObjectNode message) throws IOException {
    output.write((message + "\n").getBytes(StandardCharsets.UTF_8));
    output.flush();
  }
}
