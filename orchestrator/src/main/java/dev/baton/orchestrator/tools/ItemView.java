package dev.baton.orchestrator.tools;

import dev.baton.internal.schema.RecordJson;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.page.PageView;
import java.util.function.Function;

/** Items of a page as a tool shows them, measured by the JSON that is sent. */
final class ItemView {
  private ItemView() {}

  static <T, V> PageView<T, V> of(Function<T, V> view) {
    return new PageView<>(view, ItemView::bytes);
  }

  /** Items as they are, measured as they will be shown. */
  static <T, V> PageView<T, T> measured(Function<T, V> view) {
    return new PageView<>(item -> item, item -> bytes(view.apply(item)));
  }

  private static int bytes(Object shown) {
    return Json.bytes(RecordJson.encode(shown)).length + ",".length();
  }
}
