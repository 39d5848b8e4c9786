package dev.baton.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.request.ServerObserver.Work;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.Route;
import dev.baton.task.TaskOwner;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** A call that is a step of another request. */
class NestedWorkTest {
  private static final Work PROMPT = work("prompts/get", "deploy");
  private static final Work STEP = work("tools/call", "deploy_service");

  private static Work work(String method, String name) {
    return new Work(
        ServerObserver.Kind.REQUEST,
        method,
        name,
        new Client("test", "1", "2026-07-28", Json.object()),
        TaskOwner.LOCAL,
        Json.object());
  }

  @Test
  void its_span_is_a_child_of_the_requests() throws Exception {
    var spans = InMemorySpanExporter.create();
    var provider =
        SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build();
    try (var telemetry = OpenTelemetrySdk.builder().setTracerProvider(provider).build()) {
      var tracing = new Tracing(telemetry);
      tracing.around(PROMPT, () -> tracing.around(STEP, () -> "done"));
      var step = spans.getFinishedSpanItems().get(0);
      var prompt = spans.getFinishedSpanItems().get(1);
      assertThat(step.getName()).isEqualTo("tools/call deploy_service");
      assertThat(step.getParentSpanId()).isEqualTo(prompt.getSpanId());
      assertThat(step.getTraceId()).isEqualTo(prompt.getTraceId());
    }
  }

  @Test
  void afterwards_log_lines_are_the_requests_again() throws Exception {
    var context = new Watchers.LogContext();
    var after =
        context.around(
            PROMPT,
            () -> {
              context.around(STEP, () -> "done");
              return MDC.get("method") + " " + MDC.get("name");
            });
    assertThat(after).isEqualTo("prompts/get deploy");
    assertThat(MDC.get("method")).isNull();
  }

  @Test
  void its_failure_is_counted_as_one() throws Exception {
    var metrics = new Metrics();
    metrics.around(PROMPT, () -> metrics.around(STEP, () -> ToolResult.error("no")).isError());
    var page = metrics.page().handler().handle(Route.Request.of(TaskOwner.LOCAL, ""));
    assertThat(page.text().lines())
        .anyMatch(
            line ->
                line.contains("name=\"deploy_service\"")
                    && line.contains("outcome=\"tool_error\""));
  }
}
