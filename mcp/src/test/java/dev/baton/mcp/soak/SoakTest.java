package dev.baton.mcp.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.task.TaskLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs for as many seconds as the property says; an hour in the nightly profile. */
@Tag("slow")
class SoakTest {
  private static final Logger LOG = LoggerFactory.getLogger(SoakTest.class);
  private static final int SECONDS = Integer.getInteger("baton.soak.seconds", 6);
  private static final int CONNECTIONS = Integer.getInteger("baton.soak.connections", 2_000);
  private static final int STREAMS = Integer.getInteger("baton.soak.streams", 300);
  private static final long SEED = Long.getLong("baton.soak.seed", System.nanoTime());
  private static final Pattern TASK_ID = Pattern.compile("\"taskId\":\"([^\"]+)\"");
  private static final Pattern SESSION = Pattern.compile("(?i)Mcp-Session-Id: *([^\r]+)");

  private final McpServer server =
      McpServer.named("soak", "1")
          .withStreamsPerOwner(5_000)
          .withTaskLimits(shortLived())
          .tool(tool("echo", TaskSupport.ON_REQUEST))
          .tool(tool("task", TaskSupport.PREFERRED))
          .build();
  private final HttpTransport transport = start(server);

  private static TaskLimits shortLived() {
    var usual = TaskLimits.DEFAULT;
    return new TaskLimits(
        100_000,
        usual.variableBytes(),
        Duration.ofSeconds(10),
        usual.minTimeToLive(),
        usual.maxTimeToLive(),
        usual.defaultPollInterval());
  }

  private static Tool<?, ?> tool(String name, TaskSupport support) {
    return Tool.withSchema(name, Json.parseObject("{\"type\":\"object\"}"))
        .description("Says what it was told, after the time it was told")
        .taskSupport(support)
        .handler(
            (arguments, context) -> {
              Thread.sleep(arguments.path("millis").asLong(0));
              return ToolResult.text(arguments.toString());
            });
  }

  private static HttpTransport start(McpServer server) {
    try {
      return HttpTransport.start(
          server,
          new Access.Open(),
          HttpOptions.loopback(0)
              .withRequestsPerOwner(10_000)
              .withHeartbeat(Duration.ofMillis(200))
              .withSessionIdle(Duration.ofSeconds(10)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @AfterEach
  void stop() {
    transport.close();
    server.close();
  }

  @Test
  void connections_that_come_and_drop_leave_nothing_behind() throws Exception {
    visit(200, new Random(SEED));
    var before = settled();
    visit(CONNECTIONS, new Random(SEED));
    assertBackTo(before);
  }

  /** Opens connections that leave at different moments. */
  private void visit(int connections, Random random) throws IOException {
    for (var i = 0; i < connections; i++) {
      try (var visitor = new Visitor(transport.port())) {
        switch (random.nextInt(6)) {
          case 0 -> visitor.write("POST /mcp HTTP/1.1\r\nHost: 127");
          case 1 -> visitor.send("{\"jsonrpc\":", "");
          case 2 -> visitor.post("tools/call", "echo", call("echo", 0));
          case 3 -> visitor.post("tools/call", "echo", call("echo", 60_000));
          case 4 -> {
            visitor.post(
                "subscriptions/listen", "", "\"notifications\":{\"toolsListChanged\":true},");
            visitor.readUntil("acknowledged");
          }
          default -> {
            visitor.post("tools/list", "", "");
            assertThat(visitor.readAnswer()).contains("\"tools\"");
          }
        }
      }
    }
  }

  @Test
  void many_open_streams_all_hear_of_a_change_and_leave_nothing_behind() throws Exception {
    var before = settled();
    var visitors = new ArrayList<Visitor>();
    for (var i = 0; i < STREAMS; i++) {
      var visitor = new Visitor(transport.port());
      visitor.post("subscriptions/listen", "", "\"notifications\":{\"toolsListChanged\":true},");
      visitor.readUntil("acknowledged");
      visitors.add(visitor);
    }
    server.announceToolsChanged();
    for (var visitor : visitors) {
      visitor.readUntil("list_changed");
      visitor.close();
    }
    assertBackTo(before);
  }

  @Test
  void mixed_traffic_does_not_make_the_server_grow() throws Exception {
    LOG.info("Soak of {} s, seed {}", SECONDS, SEED);
    mix(Duration.ofSeconds(Math.min(SECONDS, 5)));
    var before = settled();
    var exchanges = mix(Duration.ofSeconds(SECONDS));
    LOG.info("{} exchanges; before {}, after {}", exchanges, before, Footprint.now());
    assertThat(exchanges).isGreaterThan(SECONDS);
    assertBackTo(before);
  }

  private long mix(Duration duration) throws InterruptedException {
    var end = System.nanoTime() + duration.toNanos();
    var count = new AtomicLong();
    var failures = new CopyOnWriteArrayList<Throwable>();
    var threads = new ArrayList<Thread>();
    for (var i = 0; i < 8; i++) {
      var random = new Random(SEED + i);
      threads.add(
          Thread.startVirtualThread(
              () -> {
                while (System.nanoTime() < end && failures.isEmpty()) {
                  try {
                    exchange(random);
                    count.incrementAndGet();
                  } catch (IOException | AssertionError e) {
                    failures.add(e);
                  }
                }
              }));
    }
    for (var thread : threads) {
      thread.join();
    }
    assertThat(failures).as("seed %d", SEED).isEmpty();
    return count.get();
  }

  private void exchange(Random random) throws IOException {
    switch (random.nextInt(5)) {
      case 0 -> visit(1, random);
      case 1 -> session();
      case 2 -> task();
      default -> {
        try (var visitor = new Visitor(transport.port())) {
          for (var i = 0; i < 20; i++) {
            visitor.post("tools/call", "echo", call("echo", 0));
            assertThat(visitor.readAnswer()).contains("millis");
          }
        }
      }
    }
  }

  private void session() throws IOException {
    try (var visitor = new Visitor(transport.port())) {
      visitor.send(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"s\",\"version\":\"1\"}}}",
          "");
      var id = SESSION.matcher(visitor.readAnswer());
      assertThat(id.find()).isTrue();
      visitor.send(
          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{%s\"task\":{\"ttl\":1000}}}"
              .formatted(call("echo", 0)),
          "Mcp-Session-Id: %s\r\n".formatted(id.group(1)));
      assertThat(visitor.readAnswer()).contains("taskId");
    }
  }

  private void task() throws IOException {
    try (var visitor = new Visitor(transport.port())) {
      visitor.post("tools/call", "task", call("task", 5));
      var id = TASK_ID.matcher(visitor.readAnswer());
      assertThat(id.find()).isTrue();
      visitor.post("tasks/cancel", id.group(1), "\"taskId\":\"%s\",".formatted(id.group(1)));
      assertThat(visitor.readAnswer()).contains("\"resultType\":\"complete\"");
    }
  }

  private static String call(String tool, int millis) {
    return "\"name\":\"%s\",\"arguments\":{\"millis\":%d},".formatted(tool, millis);
  }

  /** What is held once everything that ends by itself has ended. */
  private static Footprint settled() {
    var seen = new ArrayList<>(List.of(Footprint.now()));
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              var last = seen.getLast();
              seen.add(Footprint.now());
              return seen.getLast().files() >= last.files()
                  && seen.getLast().threads() >= last.threads();
            });
    return seen.getLast();
  }

  private static void assertBackTo(Footprint before) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofSeconds(1))
        .untilAsserted(
            () -> {
              var now = Footprint.now();
              assertThat(now.isNoMoreThan(before)).as("before %s, now %s", before, now).isTrue();
            });
  }
}
