package dev.baton.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.examples.Examples;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.task.TaskOwner;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ObservabilityTest {
  private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
  private static final String TOKEN = "let-me-in";

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final HttpClient client = HttpClient.newHttpClient();
  private final Metrics metrics = new Metrics();
  private final OpenTelemetrySdk telemetry =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(spans))
                  .build())
          .setPropagators(
              ContextPropagators.create(
                  TextMapPropagator.composite(
                      W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())))
          .build();
  private final McpServer server =
      Examples.find("conformance")
          .orElseThrow()
          .start(
              builder ->
                  builder.observedBy(
                      new Tracing(telemetry).and(new Watchers.LogContext()).and(metrics)));
  private final HttpTransport transport = start(server, metrics);

  private static HttpTransport start(McpServer server, Metrics metrics) {
    Access.Tokens tokens =
        token -> token.equals(TOKEN) ? Optional.of(TaskOwner.LOCAL) : Optional.empty();
    try {
      return HttpTransport.start(server, tokens, HttpOptions.loopback(0).withRoute(metrics.page()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() {
    transport.close();
    server.close();
    telemetry.close();
    client.close();
  }

  private HttpResponse<String> call(String tool, String arguments) throws Exception {
    var body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":%s,"_meta":{
          "traceparent":"00-%s-00f067aa0ba902b7-01",
          "io.modelcontextprotocol/protocolVersion":"2026-07-28",
          "io.modelcontextprotocol/clientCapabilities":{"extensions":{"io.modelcontextprotocol/tasks":{}}}}}}
        """
            .formatted(tool, arguments, TRACE);
    return client.send(
        to("/mcp")
            .header("Content-Type", "application/json")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", tool)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:%d%s".formatted(transport.port(), path)))
        .header("Authorization", "Bearer " + TOKEN);
  }

  private String metricsPage() throws Exception {
    return client.send(to("/metrics").build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  @Test
  void the_span_of_a_call_is_in_the_callers_trace() throws Exception {
    assertThat(call("greet", "{\"name\":\"Ada\"}").body()).contains("Hello, Ada!");

    assertThat(spans.getFinishedSpanItems())
        .singleElement()
        .satisfies(
            span -> {
              assertThat(span.getName()).isEqualTo("tools/call greet");
              assertThat(span.getTraceId()).isEqualTo(TRACE);
              assertThat(span.getParentSpanId()).isEqualTo("00f067aa0ba902b7");
            });
  }

  @Test
  void the_work_of_a_task_is_in_the_callers_trace_too() throws Exception {
    assertThat(call("slow_compute", "{\"seconds\":0,\"label\":\"x\"}").body()).contains("taskId");

    Awaitility.await().until(() -> spans.getFinishedSpanItems().size() == 2);
    assertThat(spans.getFinishedSpanItems()).extracting(SpanData::getTraceId).containsOnly(TRACE);
    assertThat(spans.getFinishedSpanItems())
        .extracting(SpanData::getName)
        .containsExactlyInAnyOrder("tools/call slow_compute", "task tools/call slow_compute");
  }

  @Test
  void calls_are_counted_by_tool_and_outcome_and_unknown_names_are_not_labels() throws Exception {
    call("greet", "{\"name\":\"Ada\"}");
    call("greet", "{}");
    call("no-such-tool", "{}");

    assertThat(metricsPage().lines())
        .anyMatch(line -> isCount(line, "greet", "ok"))
        .anyMatch(line -> isCount(line, "greet", "tool_error"))
        .anyMatch(line -> isCount(line, "", "error"))
        .anyMatch(line -> line.startsWith("jvm_memory_used_bytes"))
        .noneMatch(line -> line.contains("no-such-tool"));
  }

  private static boolean isCount(String line, String name, String outcome) {
    return line.startsWith("mcp_server_requests_seconds_count{")
        && line.contains("name=\"%s\"".formatted(name))
        && line.contains("outcome=\"%s\"".formatted(outcome))
        && line.endsWith(" 1");
  }

  @Test
  void health_needs_no_token_and_metrics_do() throws Exception {
    assertThat(statusWithoutToken("/healthz")).isEqualTo(200);
    assertThat(statusWithoutToken("/metrics")).isEqualTo(401);
    assertThat(statusWithoutToken("/")).isEqualTo(401);
  }

  private int statusWithoutToken(String path) throws Exception {
    var uri = URI.create("http://127.0.0.1:%d%s".formatted(transport.port(), path));
    return client
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
        .statusCode();
  }

  @Test
  void without_an_exporter_in_the_environment_nothing_is_traced() {
    assertThat(Tracing.fromEnvironment(Map.of("OTEL_SERVICE_NAME", "x")))
        .isSameAs(ServerObserver.NONE);
  }
}
