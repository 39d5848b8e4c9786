package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes of the configuration while a server runs. */
@Tag("slow")
class ConfigReloadTest {
  @TempDir private Path directory;

  private void write(String text) throws IOException {
    Files.writeString(directory.resolve("config.yaml"), text);
  }

  private static JsonNode executors(HttpClient http, ObjectNode where) throws Exception {
    var request =
        HttpRequest.newBuilder(
                URI.create(where.path("address").asString("") + "/api/list_executors"))
            .header("Authorization", "Bearer " + where.path("token").asString(""))
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    return Json.MAPPER
        .readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body())
        .path("executors");
  }

  private static List<String> variants(JsonNode executors, String name) {
    return StreamSupport.stream(executors.spliterator(), false)
        .filter(executor -> executor.path("executor").asString("").equals(name))
        .flatMap(executor -> executor.path("variants").valueStream())
        .map(JsonNode::asString)
        .toList();
  }

  @Test
  void executors_and_variants_change_at_once_and_a_broken_edit_changes_nothing() throws Exception {
    write("executors: {FAKE_AGENT: {variants: {QUICK: {}}}}");
    try (var serve =
            Program.baton("serve", "--port", "0", "--json", "--data-dir", directory.toString());
        var http = HttpClient.newHttpClient()) {
      var where = Json.parseObject(serve.line());
      assertThat(variants(executors(http, where), "FAKE_AGENT")).endsWith("QUICK");

      write(
          """
          executors:
            FAKE_AGENT: {variants: {SLOW: {mode: PLAN}}}
            MINE: {kind: command, command: [sh, -c, cat]}
          """);
      assertThat(variants(executors(http, where), "FAKE_AGENT"))
          .endsWith("SLOW")
          .doesNotContain("QUICK");
      assertThat(variants(executors(http, where), "MINE")).containsExactly("DEFAULT");

      write("executors: {FAKE_AGENT: {variants: {LOST: {mode: NEVER}}}}");
      assertThat(variants(executors(http, where), "FAKE_AGENT")).endsWith("SLOW");

      Files.delete(directory.resolve("config.yaml"));
      assertThat(variants(executors(http, where), "FAKE_AGENT"))
          .containsExactly("DEFAULT", "NO_CONTEXT", "PLAN", "APPROVALS", "TRUSTED");

      serve.terminate();
      assertThat(serve.await().err())
          .contains("Executors stay as they were", "variants.LOST.mode is 'NEVER'");
    }
  }
}
