package dev.baton.app.agents;

import org.junit.jupiter.api.Test;
import java.nio.file.Path;
import dev.baton.mcp.protocol.Json;
import org.junit.jupiter.api.io.TempDir;

class TimingTest {
  @TempDir Path directory;
  @Test void thin() throws Exception {
    var agent = RealAgent.valueOf(System.getProperty("agent", "CLAUDE"));
    try (var desk = new Desk(agent, directory)) {
      System.err.println("up " + java.time.Instant.now());
      var attempt = desk.start(System.getProperty("variant", "DEFAULT"), ModelScript.of(System.getProperty("steps", "write b.txt hello").replace("_-", " ").split(";")));
      System.err.println("started " + java.time.Instant.now());
      if (System.getProperty("variant", "DEFAULT").equals("APPROVALS")) {
        var q = desk.awaitQuestion(attempt);
        System.err.println(q);
        if (Boolean.getBoolean("deny")) desk.deny(q, "because it is Sunday"); else desk.approve(q);
      }
      System.err.println(desk.awaitEnd(attempt));
      System.err.println("ended " + java.time.Instant.now());
      desk.baton().call("tail_attempt_logs", Desk.of(attempt).put("channel", "raw").put("limit", 200)).path("entries").forEach(e -> System.err.println(e.path("timestamp").asString("") + " " + e.path("type").asString("") + " " + e.path("content").asString("")));
      if (Boolean.getBoolean("requests")) desk.model().requestsWith("").forEach(r -> System.err.println("REQ " + r.tools() + " " + r.history()));
      System.err.println(desk.changed(attempt));
    }
  }
}
