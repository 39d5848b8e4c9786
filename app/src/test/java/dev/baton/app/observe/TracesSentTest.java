package dev.baton.app.observe;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Client;
import dev.baton.mcp.request.ServerObserver;
import dev.baton.mcp.request.ServerObserver.Work;
import dev.baton.task.TaskOwner;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** OpenTelemetry's variables, with a collector at the other end. */
class TracesSentTest {
  private static final Work CALL =
      new Work(
          ServerObserver.Kind.REQUEST,
          "tools/call",
          "list_projects",
          new Client("test", "1", "2026-07-28", Json.object()),
          TaskOwner.LOCAL,
          Json.object());

  @Test
  void the_address_of_a_collector_is_enough() throws Exception {
    var received = new LinkedBlockingQueue<String>();
    var collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          received.add(new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    try {
      var address = "http://127.0.0.1:%d".formatted(collector.getAddress().getPort());
      var tracing =
          Tracing.fromEnvironment(
              Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", address, "OTEL_BSP_SCHEDULE_DELAY", "50"));
      tracing.around(CALL, () -> "done");
      assertThat(received.poll(30, TimeUnit.SECONDS))
          .contains("baton", "tools/call list_projects", "gen_ai.tool.name");
    } finally {
      collector.stop(0);
    }
  }

  @Test
  void what_cannot_be_followed_ends_no_server() {
    assertThat(
            Tracing.fromEnvironment(
                Map.of(
                    "OTEL_EXPORTER_OTLP_ENDPOINT",
                    "http://127.0.0.1:1",
                    "OTEL_EXPORTER_OTLP_PROTOCOL",
                    "grpc")))
        .isSameAs(ServerObserver.NONE);
  }
}
