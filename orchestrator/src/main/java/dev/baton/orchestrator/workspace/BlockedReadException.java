package dev.baton.orchestrator.workspace;

/** Ends a read that has to be answered without content. */
final class BlockedReadException extends RuntimeException {
  private final BlockedRead reason;
  private final String hint;

  BlockedReadException(BlockedRead reason, String hint) {
    super(hint, null, false, false);
    this.reason = reason;
    this.hint = hint;
  }

  BlockedRead reason() {
    return reason;
  }

  String hint() {
    return hint;
  }
}
