package dev.baton.fakeagent;

import java.io.IOException;

/** One use of a tool: an event when it starts, and one when it ends. */
final class ToolEvents {
  private final EventStream events;
  private final String id;
  private final String name;
  private final String kind;
  private final JsonWriter input;

  private ToolEvents(EventStream events, String id, String name, String kind, JsonWriter input) {
    this.events = events;
    this.id = id;
    this.name = name;
    this.kind = kind;
    this.input = input;
  }

  static ToolEvents start(EventStream events, String id, String name, String kind, JsonWriter input)
      throws IOException {
    var use = new ToolEvents(events, id, name, kind, input);
    events.emit(use.event("started"));
    return use;
  }

  String id() {
    return id;
  }

  void complete(String result) throws IOException {
    events.emit(event("completed").member("result", result));
  }

  void fail(String result) throws IOException {
    events.emit(event("failed").member("result", result));
  }

  void deny(String reason) throws IOException {
    events.emit(event("denied").member("result", reason));
  }

  private JsonWriter event(String status) {
    return EventStream.event("tool_use")
        .member("id", id)
        .member("name", name)
        .member("kind", kind)
        .member("status", status)
        .raw("input", input.toString());
  }
}
