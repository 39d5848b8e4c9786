package dev.baton.fakeagent;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Asks whoever started the agent, and waits for the answer on standard input. */
final class ApprovalRequests {
  private final EventStream events;
  private final StandardInput input;

  ApprovalRequests(EventStream events, StandardInput input) {
    this.events = events;
    this.input = input;
  }

  /** What came back: whether it is granted, and words, which may be empty. */
  static final class Reply {
    private final boolean isGranted;
    private final String words;

    Reply(boolean isGranted, String words) {
      this.isGranted = isGranted;
      this.words = words;
    }

    boolean isGranted() {
      return isGranted;
    }

    String words() {
      return words;
    }
  }

  /** Waits for the answer: null if it is granted, else the reason why not. */
  @Nullable String ask(ToolEvents use, String tool, String summary) throws IOException {
    var reply = await(use, tool, summary);
    if (reply.isGranted()) {
      return null;
    }
    return reply.words().isEmpty() ? "no reason given" : reply.words();
  }

  /** Waits for the answer. */
  Reply await(ToolEvents use, String tool, String summary) throws IOException {
    var id = "approval-" + use.id();
    events.emit(
        EventStream.event("approval_request")
            .member("id", id)
            .member("tool_use_id", use.id())
            .member("tool_name", tool)
            .member("summary", summary));
    for (var line = input.next(); line != null; line = input.next()) {
      try {
        var answer = JsonReader.parseObject(line);
        if (JsonReader.string(answer, "id").equals(id)) {
          return new Reply(
              JsonReader.string(answer, "decision").equals("approve"),
              JsonReader.string(answer, "reason"));
        }
      } catch (MalformedJsonException e) {
        events.error("input", "A line on standard input is not JSON: " + e.getMessage());
      }
    }
    return new Reply(false, "nobody can answer, because standard input has ended");
  }
}
