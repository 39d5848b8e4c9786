package dev.baton.app.agents;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The way in which one provider's models are spoken to. */
abstract class ModelWire {
  private final AtomicInteger ids = new AtomicInteger();

  /** True if requests for this path are of this kind. */
  abstract boolean handles(String path);

  abstract ModelRequest read(String path, JsonNode body);

  /** Streams words that go on. */
  abstract void begin(String text, EventStream events) throws IOException;

  /** Streams words and the end. */
  abstract void say(String text, EventStream events) throws IOException;

  /** Streams the use of a tool and the end. */
  abstract void call(Reply.Call call, ModelRequest request, EventStream events) throws IOException;

  /** The body of an error. */
  abstract ObjectNode error(Reply.Refuse error);

  final String id(String prefix) {
    return prefix + "_" + ids.incrementAndGet();
  }

  /** Text that comes alone or as a list of parts. */
  static String text(JsonNode content) {
    return content.isArray()
        ? StreamSupport.stream(content.spliterator(), false)
            .map(part -> part.path("text").asString(""))
            .collect(Collectors.joining("\n"))
        : content.asString(content.toString());
  }

  static ObjectNode event(String type) {
    return Json.object().put("type", type);
  }
}
