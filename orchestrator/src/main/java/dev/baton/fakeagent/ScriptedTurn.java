package dev.baton.fakeagent;

import java.io.IOException;

/** One turn of a conversation: plays a script, line by line. */
final class ScriptedTurn {
  private static final int GOES_ON = -1;

  private final Options options;
  private final EventStream events;
  private final ConversationFile conversation;
  private final Tools tools;

  ScriptedTurn(
      Options options, ConversationFile conversation, EventStream events, StandardInput input) {
    this.options = options;
    this.events = events;
    this.conversation = conversation;
    tools = new Tools(options, conversation, events, input);
  }

  /** Plays the script and returns the exit code. */
  int play(String script) throws IOException, InterruptedException {
    var from = 0;
    while (from < script.length()) {
      var end = script.indexOf('\n', from);
      var line = withoutReturn(script.substring(from, end < 0 ? script.length() : end));
      from = end < 0 ? script.length() : end + 1;
      var code = line.isBlank() ? GOES_ON : play(new ScriptLine(line));
      if (code > 0) {
        return code;
      }
      if (code == 0) {
        break;
      }
    }
    events.usage(script.length() / 4);
    events.close("success", "");
    return 0;
  }

  private static String withoutReturn(String line) {
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }

  /** Plays a line; returns an exit code if it ends the turn. */
  private int play(ScriptLine line) throws IOException, InterruptedException {
    if (line.word().equals("exit") && line.number() >= 0) {
      return (int) Math.min(line.number(), 255);
    }
    if (!talks(line) && !waits(line) && !tools.use(line)) {
      events.say(line.text());
    }
    return GOES_ON;
  }

  private boolean talks(ScriptLine line) throws IOException {
    switch (line.word()) {
      case "say" -> events.say(line.rest());
      case "think" -> events.think(line.rest());
      case "cost" -> {
        if (line.millis() < 0) {
          return false;
        }
        events.cost(line.rest().strip());
      }
      case "recall" -> events.say(Integer.toString(conversation.turns()));
      case "model" -> {
        if (!line.rest().isBlank()) {
          return false;
        }
        events.say("model " + orNone(options.model()) + ", effort " + orNone(options.effort()));
      }
      case "env" -> {
        var value = System.getenv(line.rest().strip());
        events.say(value == null ? line.rest() + " is not set" : value);
      }
      case "lines" -> {
        var count = line.number();
        var bytes = line.secondNumber();
        if (count < 0 || count > Integer.MAX_VALUE || bytes < 0) {
          return false;
        }
        events.lines((int) count, bytes);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private static String orNone(String chosen) {
    return chosen.isEmpty() ? "none" : chosen;
  }

  private boolean waits(ScriptLine line) throws InterruptedException {
    switch (line.word()) {
      case "sleep" -> {
        if (line.millis() < 0) {
          return false;
        }
        Thread.sleep(line.millis());
      }
      case "hang" -> {
        while (line.rest().isBlank()) {
          Thread.sleep(Long.MAX_VALUE);
        }
        return false;
      }
      default -> {
        return false;
      }
    }
    return true;
  }
}
