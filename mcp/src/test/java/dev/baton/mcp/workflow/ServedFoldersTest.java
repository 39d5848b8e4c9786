package dev.baton.mcp.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.transport.TestClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Workflow files of a server that runs, as they come, change and go. */
@Tag("slow")
class ServedFoldersTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path directory;
  @AutoClose private WorkflowServer server = WorkflowServer.serving();
  private TestClient client = server.connect(false);

  @BeforeEach
  void serve() {
    server.close();
    server =
        WorkflowServer.with(
            builder -> builder.part(Workflows.of().withFolders(List.of(directory))));
    client = server.client(Way.STDIO_LEGACY);
  }

  private void write(String file, String name, String description) throws IOException {
    Files.writeString(
        directory.resolve(file),
        "name: %s%ndescription: %s%nsteps: [{name: a, tool: plain}]%n"
            .formatted(name, description));
  }

  private void awaitPrompt(String name, String description) {
    awaited()
        .untilAsserted(
            () ->
                assertThat(described("prompts/list", "prompts", name::equals))
                    .containsExactly(description));
  }

  private static ConditionFactory awaited() {
    return Awaitility.await().atMost(LIMIT);
  }

  private List<String> described(String method, String list, Predicate<String> name) {
    return client
        .request(method, "{}")
        .result()
        .path(list)
        .valueStream()
        .filter(entry -> name.test(entry.path("name").asString("")))
        .map((JsonNode entry) -> entry.path("description").asString(""))
        .toList();
  }

  @Test
  void a_changed_file_is_served_as_it_is_now_and_announced() throws IOException {
    write("nw.yaml", "nw", "one");
    awaitPrompt("nw", "one");
    client.find("notifications/prompts/list_changed");
    client.find("notifications/tools/list_changed");

    write("nw.yaml", "nw", "two");
    client.find("notifications/prompts/list_changed");
    client.find("notifications/tools/list_changed");
    awaitPrompt("nw", "two");

    write("nw.yaml", "nw", "three");
    awaitPrompt("nw", "three");
    // why: its prompt is exchanged first, and then its tool
    awaited()
        .untilAsserted(
            () ->
                assertThat(described("tools/list", "tools", "run_nw"::equals))
                    .singleElement()
                    .satisfies(text -> assertThat(text).contains("on the server: three.")));
  }

  @Test
  void a_changed_workflow_keeps_its_place_because_it_is_never_gone() throws IOException {
    write("a.yaml", "first", "one");
    awaitPrompt("first", "one");
    write("b.yaml", "second", "one");
    awaitPrompt("second", "one");

    write("a.yaml", "first", "two");
    awaitPrompt("first", "two");

    Predicate<String> served = name -> name.endsWith("first") || name.endsWith("second");
    assertThat(described("prompts/list", "prompts", served)).containsExactly("two", "one");
    awaited()
        .untilAsserted(
            () ->
                assertThat(described("tools/list", "tools", served))
                    .satisfiesExactly(
                        first -> assertThat(first).contains("'first' on the server: two."),
                        second -> assertThat(second).contains("'second' on the server: one.")));
  }

  @Test
  void a_file_that_was_broken_is_served_again_when_it_is_mended() throws IOException {
    write("nw.yaml", "nw", "one");
    awaitPrompt("nw", "one");
    Files.writeString(directory.resolve("nw.yaml"), "name: nw\nsteps: 5\n");
    write("other.yaml", "other", "after it");
    awaitPrompt("other", "after it");
    awaitPrompt("nw", "one");

    write("nw.yaml", "nw", "two");
    awaitPrompt("nw", "two");
  }

  @Test
  void a_workflow_that_calls_another_keeps_fitting_when_both_change() throws IOException {
    write("inner.yaml", "inner", "one");
    awaitPrompt("inner", "one");
    var outer = "name: outer\ndescription: %s\nsteps: [{name: a, tool: run_inner}]\n";
    Files.writeString(directory.resolve("outer.yaml"), outer.formatted("one"));
    awaitPrompt("outer", "one");

    write("inner.yaml", "inner", "two");
    Files.writeString(directory.resolve("outer.yaml"), outer.formatted("two"));
    awaitPrompt("inner", "two");
    awaitPrompt("outer", "two");
  }

  @Test
  void the_name_of_another_files_tool_stays_taken() throws IOException {
    write("first.yaml", "n-w", "one");
    write("second.yaml", "second", "two");
    awaitPrompt("second", "two");

    write("second.yaml", "n_w", "its tool would have the name of the first's");
    write("third.yaml", "third", "after it");
    awaitPrompt("third", "after it");
    awaitPrompt("n-w", "one");
    awaitPrompt("second", "two");
  }
}
