package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.image.PngBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What is done in a workspace that another server has. */
@Tag("slow")
class OtherNodeWorkTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @RegisterExtension final Databases databases = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;
  private BoardNode there;
  private BoardNode here;
  private String project = "";
  private String attempt = "";

  /** An attempt that has ended at one server, before there was the other. */
  @BeforeEach
  void work() throws Exception {
    var address = databases.newAddress();
    there = new BoardNode(directory, address, "there", false);
    project = there.project();
    attempt = there.start(project, "write one.txt 1").path("attempt_id").asString();
    there.awaitState(attempt, "completed");
    here = new BoardNode(directory, address, "here", false);
    assertThat(here.workspace(attempt)).startsWith(directory.resolve("there"));
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
  }

  private JsonNode ask(String operation) throws Exception {
    return here.api(operation, Json.object().put("attempt_id", attempt));
  }

  @Test
  void a_dev_server_is_started_and_stopped() throws Exception {
    var repo =
        there
            .call("list_repos", "project_id", project)
            .path("repos")
            .path(0)
            .path("repo_id")
            .asString();
    var script = "echo serving; exec sleep 600";
    there.api("set_repo", Json.object().put("repo_id", repo).put("dev_server", script));

    var started = ask("start_dev_server");

    assertThat(started.path("dev_servers").size()).as("%s", started).isEqualTo(1);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                here.call("tail_attempt_logs", "attempt_id", attempt)
                    .toString()
                    .contains("serving"));
    assertThat(ask("start_dev_server").path("code").asString()).isEqualTo("already_done");
    assertThat(ask("stop_dev_server").path("stopped").asInt()).isEqualTo(1);
    assertThat(ask("stop_dev_server").path("stopped").asInt()).isZero();
  }

  @Test
  void an_update_brings_what_is_new_in_the_target_and_leaves_conflicts_to_the_agent()
      throws Exception {
    commit("news.txt", "new");
    var updated = ask("update_attempt");
    assertThat(updated.at("/updates/0/commits").asInt()).as("%s", updated).isEqualTo(1);
    assertThat(here.workspace(attempt).resolve("news.txt")).hasContent("new");

    commit("one.txt", "other");
    var conflict = ask("update_attempt");
    assertThat(conflict.at("/updates/0/conflicts/0").asString()).isEqualTo("one.txt");
    var resolved =
        here.api("update_attempt", Json.object().put("attempt_id", attempt).put("resolve", true));
    assertThat(resolved.path("execution_process_id").isString()).as("%s", resolved).isTrue();
    here.awaitState(attempt, "failed");
  }

  private void commit(String file, String text) throws IOException {
    var repository = directory.resolve("repo");
    Files.writeString(repository.resolve(file), text);
    TestRepository.git(repository, "add", "--all");
    TestRepository.git(repository, "commit", "--quiet", "-m", file);
  }

  @Test
  void a_turn_is_retried() throws Exception {
    here.call("follow_up", "attempt_id", attempt, "action", "send", "prompt", "write two.txt 2");
    here.awaitState(attempt, "completed");

    var retried =
        here.api(
            "retry_turn",
            Json.object()
                .put("attempt_id", attempt)
                .put("turn", 1)
                .put("prompt", "write three.txt 3"));

    assertThat(retried.path("status").asString()).as("%s", retried).isEqualTo("started");
    here.awaitState(attempt, "completed");
    var files = there.call("get_attempt_changes", "attempt_id", attempt).path("files");
    assertThat(files.valueStream().map(it -> it.path("path").asString()))
        .containsExactlyInAnyOrder("one.txt", "three.txt");
  }

  @Test
  void an_agent_is_shown_images_that_were_added_and_files_of_the_server_that_is_asked()
      throws Exception {
    var file = directory.resolve("mine.png");
    Files.write(file, PngBytes.of(100));
    var added = Json.object().put("attempt_id", attempt).put("data", base64(file));
    var image = here.api("add_image", added).path("image_id").asString();

    // why the same words: a call that is repeated after its answer was lost is done once
    for (int time = 0; time < 2; time++) {
      var sent =
          here.api(
              "follow_up",
              Json.object()
                  .put("attempt_id", attempt)
                  .put("action", "send")
                  .put("prompt", "say look")
                  .put("request_id", "once")
                  .set("images", Json.strings(List.of(image, "file://" + file))));
      assertThat(sent.path("status").asString()).as("%s", sent).isEqualTo("started");
      here.awaitState(attempt, "completed");
    }

    assertThat(here.call("list_turns", "attempt_id", attempt).path("turns").size()).isEqualTo(2);
    try (var shown = Files.walk(directory.resolve("there/runs").resolve(attempt))) {
      var pictures = shown.filter(it -> it.toString().endsWith(".png")).toList();
      assertThat(pictures).hasSize(2).allSatisfy(it -> assertThat(it).hasSameBinaryContentAs(file));
    }
  }

  private static String base64(Path file) throws IOException {
    return Base64.getEncoder().encodeToString(Files.readAllBytes(file));
  }
}
