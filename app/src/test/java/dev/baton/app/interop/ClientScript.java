package dev.baton.app.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.NodeTools;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A script that drives a real client and prints a line for each thing that it checked. */
final class ClientScript {
  private static final String PASSED = "ok";

  private final String name;
  private final NodeTools node;

  ClientScript(String name, NodeTools node) {
    this.name = name;
    this.node = node;
  }

  /** Runs the script, which must make exactly these checks; the order does not count. */
  void passes(List<String> checks, FixtureServer.Way way, Path data)
      throws IOException, InterruptedException {
    try (var server = FixtureServer.start(way, data)) {
      var ended = run(server);
      assertThat(outcomes(ended.out()))
          .as("%s over %s; on standard error: %s", name, way, ended.err())
          .containsExactlyInAnyOrderEntriesOf(
              checks.stream().collect(Collectors.toMap(Function.identity(), _ -> PASSED)));
      assertThat(ended.code()).as(ended.err()).isZero();
    }
  }

  private Program.Ended run(FixtureServer server) throws IOException, InterruptedException {
    var command = new ArrayList<>(node.ownScript(name));
    command.add(server.toJson().toString());
    try (var program = Program.start(command, Map.of())) {
      return program.await();
    }
  }

  private static Map<String, String> outcomes(String out) {
    var outcomes = new LinkedHashMap<String, String>();
    out.lines()
        .filter(line -> !line.isBlank())
        .map(Json::parseObject)
        .forEach(
            line -> outcomes.put(line.path("check").asString(), line.path("outcome").asString()));
    return outcomes;
  }
}
