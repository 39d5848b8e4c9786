package dev.baton.mcp.internal.call;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Cuts a list into pages; a cursor names the last item that was shown. */
public final class Pages {
  private final int size;

  public Pages(int size) {
    this.size = size;
  }

  /** One page of {@code items} under {@code member}, after the cursor in the params. */
  public <T> ObjectNode page(
      String member,
      Collection<T> items,
      ObjectNode params,
      Function<T, String> key,
      Function<T, ObjectNode> describe) {
    var last = cursor(params).map(Pages::decode);
    if (last.isPresent() && items.stream().noneMatch(item -> key.apply(item).equals(last.get()))) {
      throw unknownCursor(params);
    }
    var rest =
        items.stream()
            .dropWhile(item -> last.isPresent() && !key.apply(item).equals(last.get()))
            .skip(last.isPresent() ? 1 : 0)
            .limit(size + 1L)
            .toList();
    var page = rest.subList(0, Math.min(size, rest.size()));
    var result = Json.object();
    var array = result.putArray(member);
    page.forEach(item -> array.add(describe.apply(item)));
    if (rest.size() > size) {
      result.put("nextCursor", encode(key.apply(page.getLast())));
    }
    return result;
  }

  /** The cursor in the params of a list request, if there is one. */
  public static Optional<String> cursor(ObjectNode params) {
    var cursor = params.path("cursor");
    if (cursor.isMissingNode() || cursor.isNull()) {
      return Optional.empty();
    }
    if (!cursor.isString()) {
      throw unknownCursor(params);
    }
    return Optional.of(cursor.stringValue());
  }

  public static RpcException unknownCursor(ObjectNode params) {
    return RpcException.invalidParams(
        "Unknown cursor %s; list from the start, without a cursor"
            .formatted(params.path("cursor")));
  }

  private static String encode(String key) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(key.getBytes(StandardCharsets.UTF_8));
  }

  private static String decode(String cursor) {
    try {
      return new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
