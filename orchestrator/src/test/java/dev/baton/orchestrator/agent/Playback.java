package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.AgentOutput.ApprovalRequested;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plays a recording to a reader. The client of the recording numbered its requests in its own way
 * and sent fewer of them, so answers get the numbers of the reader's requests, and a request that
 * the recording does not have is answered with an empty result.
 */
public final class Playback {
  private final TurnReader reader;
  private final List<AgentOutput> outputs = new ArrayList<>();
  private final Map<Long, String> recorded = new HashMap<>();
  private final Map<String, Long> asked = new LinkedHashMap<>();

  private Playback(TurnReader reader) {
    this.reader = reader;
  }

  /** Plays all, approves what is asked for, and ends the program with this exit. */
  public static List<AgentOutput> play(
      Recording recording, AgentExecutor executor, TurnRequest request, ProgramExit exit) {
    var playback = new Playback(executor.reader(request));
    executor.command(request).input().text().lines().forEach(playback::remember);
    playback.take(playback.reader.onStart());
    recording.parts().forEach(playback::play);
    playback.take(playback.reader.onExit(exit));
    return playback.outputs;
  }

  private void play(Recording.Part part) {
    switch (part) {
      case Recording.Part.Written(JsonEvent message) -> written(message);
      case Recording.Part.Printed(OutputLine line) -> take(reader.accept(renumbered(line)));
    }
  }

  private void written(JsonEvent message) {
    if (message.has("method") && message.has("id")) {
      recorded.put(message.number("id"), method(message));
      answerUnrecorded(method(message));
    }
  }

  private void answerUnrecorded(String next) {
    for (var request : Map.copyOf(asked).entrySet()) {
      if (!recorded.containsValue(request.getKey()) && !request.getKey().equals(next)) {
        recorded.put(-request.getValue(), request.getKey());
        take(
            reader.accept(
                OutputLine.stdout("{\"id\":%d,\"result\":{}}".formatted(request.getValue()))));
      }
    }
  }

  private OutputLine renumbered(OutputLine line) {
    var event = JsonEvent.parse(line.text());
    if (line.channel() == OutputLine.Channel.STDERR
        || event.isEmpty()
        || event.get().has("method")
        || !event.get().has("id")) {
      return line;
    }
    var id = asked.get(recorded.getOrDefault(event.get().number("id"), ""));
    return id == null
        ? line
        : OutputLine.stdout(((ObjectNode) event.get().json()).put("id", id).toString());
  }

  private void take(List<? extends AgentOutput> taken) {
    for (var output : taken) {
      outputs.add(output);
      if (output instanceof Send(_, String line)) {
        remember(line);
      } else if (output instanceof ApprovalRequested asking) {
        outputs.addAll(reader.answer(asking.requestId(), new ApprovalAnswer.Approve()));
      }
    }
  }

  private void remember(String line) {
    JsonEvent.parse(line)
        .filter(message -> message.has("method") && message.has("id"))
        .ifPresent(message -> asked.put(method(message), message.number("id")));
  }

  // why: the ways to open a conversation stand for each other
  private static String method(JsonEvent message) {
    var method = message.text("method");
    return List.of("session/new", "session/load", "session/resume").contains(method)
        ? "open"
        : method;
  }
}
