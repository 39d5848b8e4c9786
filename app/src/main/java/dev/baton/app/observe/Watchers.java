package dev.baton.app.observe;

import dev.baton.mcp.request.ServerObserver;
import java.util.Map;

/** The observers of every server of this program. */
public final class Watchers {
  private Watchers() {}

  /** Traces, where the environment says so, and what the log says of a request. */
  public static ServerObserver of(Map<String, String> environment) {
    return Tracing.fromEnvironment(environment).and(new LogContext());
  }
}
