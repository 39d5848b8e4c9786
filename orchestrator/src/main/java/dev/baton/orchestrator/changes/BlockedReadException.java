package dev.baton.orchestrator.changes;

import dev.baton.mcp.internal.text.Shortened;

/** Ends a read that has to be answered without content. */
final class BlockedReadException extends RuntimeException {
  private final BlockedRead reason;
  private final String hint;

  BlockedReadException(BlockedRead reason, String hint) {
    super(Shortened.of(hint), null, false, false);
    this.reason = reason;
    this.hint = Shortened.of(hint);
  }

  BlockedRead reason() {
    return reason;
  }

  String hint() {
    return hint;
  }
}
