package dev.baton.mcp.fuzz;

import dev.baton.mcp.internal.message.MalformedMessageException;
import dev.baton.mcp.internal.message.MessageReader;

/** Any bytes are a message, or are refused with an answer; nothing else may happen. */
public final class ReaderFuzz {
  private ReaderFuzz() {}

  /** Called by the fuzzer. */
  public static void fuzzerTestOneInput(byte[] data) {
    try {
      MessageReader.read(MessageReader.parse(data, 0, data.length));
    } catch (MalformedMessageException e) {
      if (!e.answer().path("error").path("code").isIntegralNumber()) {
        throw new AssertionError("A refusal without a code: " + e.answer());
      }
    }
  }
}
