package dev.baton.orchestrator.changes;

import dev.baton.mcp.internal.text.ShortText;

/** Ends a read that has to be answered without content. */
final class BlockedReadException extends RuntimeException {
  private final BlockedRead reason;
  private final String hint;

  BlockedReadException(BlockedRead reason, String hint) {
    super(ShortText.of(hint), null, false, false);
    this.reason = reason;
    this.hint = ShortText.of(hint);
  }

  BlockedRead reason() {
    return reason;
  }

  String hint() {
    return hint;
  }
}
