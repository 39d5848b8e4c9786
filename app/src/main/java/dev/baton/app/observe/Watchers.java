package dev.baton.app.observe;

import dev.baton.mcp.request.ServerObserver;
import io.opentelemetry.api.trace.Span;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.MDC;

/** The observers of every server of this program. */
public final class Watchers {
  /** Puts into every log line of a request what the request is. Thread safe. */
  static final class LogContext implements ServerObserver {
    @Override
    public <T> T around(Work work, Callable<T> doing) throws Exception {
      var before = Optional.ofNullable(MDC.getCopyOfContextMap()).orElse(Map.of());
      MDC.put("method", work.method());
      MDC.put("owner", work.owner().name());
      if (!work.name().isEmpty()) {
        MDC.put("name", work.name());
      }
      var span = Span.current().getSpanContext();
      if (span.isValid()) {
        MDC.put("trace_id", span.getTraceId());
      }
      try {
        return doing.call();
      } finally {
        // why: a call may be a step of another request, whose lines go on afterwards
        MDC.setContextMap(before);
      }
    }
  }

  private Watchers() {}

  /** Traces, where the environment says so, and what the log says of a request. */
  public static ServerObserver of(Map<String, String> environment) {
    return Tracing.fromEnvironment(environment).and(new LogContext());
  }
}
