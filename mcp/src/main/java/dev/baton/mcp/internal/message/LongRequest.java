package dev.baton.mcp.internal.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.mcp.protocol.Json;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A request that is too long to be read, known by how it begins and ends. */
public final class LongRequest {
  private static final String ID = "\"id\"\\s*:\\s*(-?\\d{1,100}|\"[^\"\\\\]*+\")";
  private static final String FIELD =
      "(?:\"(?:jsonrpc|method)\"\\s*:\\s*\"[^\"\\\\]*+\"|" + ID + ")\\s*";

  /** The plain fields before the first that has an object. */
  private static final Pattern BEGINNING = Pattern.compile("^\\s*\\{\\s*(?:" + FIELD + ",\\s*)+");

  /** The plain fields after it; no bracket closes between them and the end of the message. */
  private static final Pattern END = Pattern.compile("(?:,\\s*" + FIELD + ")+\\}\\s*$");

  private static final Pattern ONE_ID = Pattern.compile(ID);

  private LongRequest() {}

  /** Whom the client waits for; empty if it does not stand at an end, or this is no request. */
  public static Optional<RequestId> findId(byte[] ends) {
    var text = new String(ends, UTF_8);
    var beginning = find(BEGINNING, text);
    // why: an answer has an id too, which belongs to a request of ours
    return beginning.contains("\"method\"")
        ? Stream.of(beginning, find(END, text))
            .flatMap(fields -> ONE_ID.matcher(fields).results())
            .findFirst()
            .flatMap(id -> RequestId.read(Json.MAPPER.readTree(id.group(1))))
        : Optional.empty();
  }

  private static String find(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group() : "";
  }
}
