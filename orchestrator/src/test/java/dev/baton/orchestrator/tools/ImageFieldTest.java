package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images that are refused, and where they stood. */
class ImageFieldTest {
  private static final String IMAGE = "{'data': 'R0lGODlhAQ=='}";
  private static final String TEXT = "{'data': 'dGV4dA=='}";

  @TempDir private Path directory;
  @AutoClose private ToolBench bench;

  @BeforeEach
  void open() throws Exception {
    bench = new ToolBench(directory);
  }

  private String place(String tool, String arguments) {
    var failure = bench.client().fail(tool, arguments);
    assertThat(failure.path("code").asString()).isEqualTo("invalid_argument");
    return failure.path("details").path("problems").path(0).path("path").asString();
  }

  private static String eleven(String image) {
    return String.join(",", Collections.nCopies(11, image));
  }

  @Test
  void an_image_of_a_task_is_named_by_its_place() {
    var create =
        "{'project_id': '%s', 'title': 'Look', 'images': [".formatted(bench.project()) + "%s]}";
    assertThat(place("create_task", create.formatted(IMAGE + "," + TEXT)))
        .isEqualTo("/images/1/data");
    assertThat(place("create_task", create.formatted(eleven(IMAGE)))).isEqualTo("/images");
  }

  @Test
  void an_image_of_a_message_is_named_by_its_place() {
    var attempt = bench.attempt("say hello");
    bench.awaitEnd(attempt);
    var send =
        "{'action': 'send', 'attempt_id': '%s', 'prompt': 'say', 'images': [".formatted(attempt)
            + "%s]}";
    var text = "'file://%s'".formatted(bench.repository().resolve("README.md"));
    assertThat(place("follow_up", send.formatted(text))).isEqualTo("/images/0");
    assertThat(place("follow_up", send.formatted(eleven(text)))).isEqualTo("/images");
  }
}
