package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.AgentOutput.ApprovalRequested;
import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.process.OutputChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
  private final Set<String> inRecording;

  private Playback(TurnReader reader, Recording recording) {
    this.reader = reader;
    this.inRecording =
        recording.parts().stream()
            .filter(Recording.Part.Written.class::isInstance)
            .map(part -> method(((Recording.Part.Written) part).message()))
            .collect(Collectors.toSet());
  }

  /** Plays all, approves what is asked for, and ends the program with this exit. */
  public static List<AgentOutput> play(
      Recording recording, AgentExecutor executor, TurnRequest request, ProgramExit exit) {
    var playback = new Playback(executor.reader(request), recording);
    executor.command(request).input().text().lines().forEach(playback::remember);
    playback.take(playback.reader.onStart());
    recording.parts().forEach(playback::play);
    playback.take(playback.reader.onExit(exit));
    return playback.outputs;
  }

  private void play(Recording.Part part) {
    switch (part) {
      case Recording.Part.Written(JsonEvent message) -> written(message);
      case Recording.Part.Printed(OutputLine line) ->
          renumbered(line).ifPresent(heard -> take(reader.accept(heard)));
    }
  }

  private void written(JsonEvent message) {
    if (message.has("method") && message.has("id")) {
      recorded.put(message.number("id"), method(message));
      answerUnrecorded();
    }
  }

  private void answerUnrecorded() {
    for (var request : Map.copyOf(asked).entrySet()) {
      if (!inRecording.contains(request.getKey())) {
        asked.remove(request.getKey());
        take(
            reader.accept(
                OutputLine.stdout("{\"id\":%d,\"result\":{}}".formatted(request.getValue()))));
      }
    }
  }

  /** The line with the reader's number; nothing if it answers what the reader never asked. */
  private Optional<OutputLine> renumbered(OutputLine line) {
    var answer =
        JsonEvent.parse(line.text())
            .filter(event -> !event.has("method") && event.has("id"))
            .filter(event -> recorded.containsKey(event.number("id")));
    if (line.channel() == OutputChannel.STDERR || answer.isEmpty()) {
      return Optional.of(line);
    }
    var method = recorded.getOrDefault(answer.get().number("id"), "");
    return Optional.ofNullable(asked.get(method))
        .map(id -> ((ObjectNode) answer.get().json()).put("id", id.longValue()))
        .map(json -> OutputLine.stdout(json.toString()));
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
