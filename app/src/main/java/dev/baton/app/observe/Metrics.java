package dev.baton.app.observe;

import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Counts and times requests and tasks, for Prometheus. Thread safe. */
public final class Metrics implements ServerObserver {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final AtomicInteger requestsInFlight;
  private final AtomicInteger tasksRunning;
  private volatile Optional<InsightMetrics> insights = Optional.empty();

  public Metrics() {
    requestsInFlight = gauge("mcp.server.requests.in.flight");
    tasksRunning = gauge("mcp.server.tasks.running");
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
  }

  private AtomicInteger gauge(String name) {
    var value = new AtomicInteger();
    registry.gauge(name, value);
    return value;
  }

  /** From now on the page has the board in numbers, too. */
  public Metrics withBoard(Orchestrator orchestrator) {
    BoardMetrics.register(orchestrator.board()::counts, registry);
    insights = Optional.of(new InsightMetrics(orchestrator, registry));
    return this;
  }

  /** The page that Prometheus reads. */
  public Route page() {
    return Route.page("/metrics", "text/plain; version=0.0.4; charset=utf-8", this::text);
  }

  private String text() {
    insights.ifPresent(InsightMetrics::refresh);
    return registry.scrape();
  }

  @Override
  public <T> T around(Work work, Callable<T> doing) throws Exception {
    var active = work.kind() == Kind.REQUEST ? requestsInFlight : tasksRunning;
    active.incrementAndGet();
    var timing = Timer.start(registry);
    var outcome = "error";
    try {
      var result = doing.call();
      outcome = outcomeOf(result);
      return result;
    } finally {
      active.decrementAndGet();
      timing.stop(timer(work, outcome));
    }
  }

  private static String outcomeOf(Object result) {
    var isError =
        switch (result) {
          case JsonNode json -> json.path("isError").asBoolean(false);
          case ToolResult tool -> tool.isError();
          default -> false;
        };
    return isError ? "tool_error" : "ok";
  }

  private Timer timer(Work work, String outcome) {
    var name = work.kind() == Kind.REQUEST ? "mcp.server.requests" : "mcp.server.tasks";
    return registry.timer(
        name,
        Tags.of(
            "method", work.method(),
            "name", work.name(),
            "protocol", work.client().protocolVersion(),
            "outcome", outcome));
  }
}
