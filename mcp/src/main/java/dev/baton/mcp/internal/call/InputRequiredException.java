package dev.baton.mcp.internal.call;

import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.UnwindingException;
import java.util.List;
import java.util.function.Supplier;

/** Unwinds a handler whose question becomes the answer to its request. */
public final class InputRequiredException extends UnwindingException {
  private final transient List<InputRequest> open;
  private final transient Supplier<KnownAnswers.HandlerMemory> known;

  InputRequiredException(List<InputRequest> open, Supplier<KnownAnswers.HandlerMemory> known) {
    super("Input is required");
    this.open = List.copyOf(open);
    this.known = known;
  }

  List<InputRequest> open() {
    return open;
  }

  /** What the client has to bring again with its answers. */
  KnownAnswers.HandlerMemory known() {
    return known.get();
  }
}
