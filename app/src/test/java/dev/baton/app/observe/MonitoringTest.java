package dev.baton.app.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Repository;
import dev.baton.app.background.ServerFile;
import dev.baton.mcp.protocol.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rules and dashboard speak of what the program really counts. */
class MonitoringTest {
  private static final Pattern NAME =
      Pattern.compile("\\b(?:baton|mcp_server|jvm|process)_[a-z_]+\\b");

  @TempDir private Path directory;

  @Test
  void every_metric_of_rules_and_dashboard_is_on_the_page_for_prometheus() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      board.attempt("Dear", "cost 0.25");
      // why: the page may be a few seconds old
      Awaitility.await()
          .atMost(Duration.ofSeconds(20))
          .until(() -> metrics(board).contains("baton_cost_today_dollars 0.25"));
      var page =
          Awaitility.await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> metrics(board), it -> it.contains("baton_spent_today_dollars{"));
      assertThat(page)
          .containsPattern(
              "baton_spent_today_dollars\\{executor=\"FAKE_AGENT\",project=\"[^\"]+\",project_id=\"%s\",variant=\"DEFAULT\"} 0\\.25"
                  .formatted(board.project()))
          .contains(
              "baton_week_attempts_ended{executor=\"FAKE_AGENT\",variant=\"DEFAULT\"} 1.0",
              "baton_week_attempts_reviewed{executor=\"FAKE_AGENT\",variant=\"DEFAULT\"} 1.0",
              "quantile=\"0.9\"",
              "kind=\"written\"",
              "stat=\"max\"");
      var exposed = names(page);
      for (var file : Set.of("prometheus-rules.yaml", "grafana-dashboard.json")) {
        var text = Files.readString(Repository.root().resolve("tools/monitoring").resolve(file));
        assertThat(names(text)).isNotEmpty().isSubsetOf(exposed);
      }
      assertThat(
              Json.MAPPER
                  .readTree(
                      Files.readString(
                          Repository.root().resolve("tools/monitoring/grafana-dashboard.json")))
                  .path("panels")
                  .size())
          .isGreaterThan(5);
    }
  }

  private static String metrics(BoardFixture board) throws Exception {
    var url = ServerFile.findRunning(board.data()).orElseThrow().url();
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(url).resolve("/metrics"))
                  .header("Authorization", "Bearer " + board.token())
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  private static Set<String> names(String text) {
    var names = new TreeSet<String>();
    var found = NAME.matcher(text);
    while (found.find()) {
      names.add(found.group());
    }
    return names;
  }
}
