package dev.baton.task;

import java.io.OutputStream;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The length of JSON in UTF-8, measured without keeping a byte of it. */
final class JsonSize extends OutputStream {
  private static final JsonMapper JSON = new JsonMapper();

  private long bytes;

  private JsonSize() {}

  static long of(Map<String, JsonNode> object) {
    return measured(object);
  }

  static long of(JsonNode value) {
    return measured(value);
  }

  private static long measured(Object json) {
    var size = new JsonSize();
    JSON.writeValue(size, json);
    return size.bytes;
  }

  @Override
  public void write(int oneByte) {
    bytes++;
  }

  @Override
  public void write(byte[] buffer, int offset, int length) {
    bytes += length;
  }
}
