package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.Repository;
import dev.baton.app.client.McpClient;
import dev.baton.examples.Examples;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.transport.Access;
import dev.baton.mcp.transport.HttpOptions;
import dev.baton.mcp.transport.HttpTransport;
import dev.baton.mcp.workflow.Workflows;
import dev.baton.workflow.yaml.WorkflowFile;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every pattern of the page is run, and comes to what the page says. */
class PatternsTest {
  private static final String PAGE = "docs/workflow-patterns.md";
  private static final String ON_THE_BOARD = "Only if it went well";
  private static final String CONTINUED = "A run that is continued";
  private static final String TROUBLE =
      "{\"tool\": \"deploy_service\", \"fail_times\": 1, \"message\": \"connection timeout\"}";

  /** A server inside of the test, and a client of it. */
  private record Served(McpServer server, HttpTransport transport, McpClient client)
      implements AutoCloseable {
    static Served of(McpServer server) throws IOException {
      var transport = HttpTransport.start(server, new Access.Open(), HttpOptions.loopback(0));
      return new Served(server, transport, new McpClient(URI.create(transport.url()), "none"));
    }

    /** An example that has the workflow of a section too. */
    static Served withPattern(String example, Page section) throws IOException {
      var file = WorkflowFile.parse("pattern.yaml", section.blocks("yaml").getFirst());
      assertThat(file.problems()).isEmpty();
      var workflow = Workflows.of(file.workflow().orElseThrow());
      return of(Examples.find(example).orElseThrow().start(builder -> builder.part(workflow)));
    }

    List<String> run(String name, Map<String, String> arguments) throws Exception {
      var params = Json.object().put("name", name);
      arguments.forEach(params.putObject("arguments")::put);
      return client
          .request("prompts/get", params)
          .path("messages")
          .valueStream()
          .map(message -> message.path("content").path("text").asString(""))
          .toList();
    }

    @Override
    public void close() {
      client.close();
      transport.close();
      server.close();
    }
  }

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "One after the other",
        "Let the model choose",
        "A destructive step at the end",
        "As much as possible",
        "Try again",
        "Rules and documents"
      })
  void a_pattern_comes_to_what_the_page_says(String heading) throws Exception {
    var section = Page.load(PAGE).section(heading);
    var file = section.blocks("yaml").getFirst();
    try (var served = Served.withPattern(file.contains("logseq") ? "logseq" : "deploy", section)) {
      if (file.contains("on_error")) {
        served.client().call("simulate", Json.parseObject(TROUBLE));
      }
      var arguments =
          file.contains("from_arg: region")
              ? Map.of("region", "us-east-1")
              : Map.<String, String>of();

      assertShown(section, served.run(name(file), arguments));
    }
  }

  private static void assertShown(Page section, List<String> messages) {
    assertThat(section.blocks("text"))
        .isNotEmpty()
        .allSatisfy(
            shown -> assertThat(messages).anySatisfy(it -> assertThat(it).contains(shown.strip())));
  }

  private static String name(String file) {
    var name = Pattern.compile("name: (\\S+)").matcher(file);
    assertThat(name.find()).isTrue();
    return name.group(1);
  }

  @Test
  void a_durable_run_is_continued_and_completed() throws Exception {
    var section = Page.load(PAGE).section(CONTINUED);
    var call = Json.parseObject(section.blocks("json").get(0));
    try (var served = Served.withPattern("deploy", section)) {
      var paused = served.run("careful-release", Map.of("region", "us-east-1"));
      assertThat(paused.getLast()).startsWith("Cannot proceed with step 'consent'");

      JsonNode resumed =
          served.client().call(call.path("name").asString(), (ObjectNode) call.path("arguments"));

      new ShownJson().check("answer", Json.parseObject(section.blocks("json").get(1)), resumed);
    }
  }

  @ParameterizedTest
  @CsvSource({"exit 3, false", "write done.txt DONE, true"})
  void only_what_went_well_is_merged(String script, boolean isMerged) throws Exception {
    var section = Page.load(PAGE).section(ON_THE_BOARD);
    var file = section.blocks("yaml").getFirst();
    var workflows = Files.createDirectories(directory.resolve("data/workflows"));
    Files.writeString(workflows.resolve("pattern.yaml"), file);
    try (var board = BoardFixture.in(directory)) {
      var task =
          board
              .client()
              .call(
                  "create_task",
                  Json.object().put("project_id", board.project()).put("title", "Do it"));

      var messages =
          board.run(
              name(file),
              Json.object()
                  .put("task_id", task.path("task_id").asString())
                  .put("executor", "FAKE_AGENT")
                  .put("prompt", script));

      assertThat(Files.exists(board.repository().resolve("done.txt"))).isEqualTo(isMerged);
      if (!isMerged) {
        assertShown(section, messages);
      }
    }
  }

  @Test
  void java_patterns_are_compiled_and_run() throws Exception {
    var source =
        Files.readString(
            Repository.root().resolve("app/src/test/java/dev/baton/app/docs/JavaPatterns.java"));
    assertThat(Page.load(PAGE).blocks("java"))
        .hasSize(3)
        .allSatisfy(block -> assertThat(source).contains(block));
    try (var served = Served.of(JavaPatterns.start())) {
      assertThat(served.run("grant-access", Map.of("login", "ada", "group", "readers")))
          .last()
          .asString()
          .contains("7 is in readers");
      assertThat(served.run("grant-access", Map.of("login", "gone", "group", "readers")))
          .last()
          .asString()
          .startsWith("Cannot proceed with step 'grant'");
      assertThat(served.run("grant-with-ticket", Map.of("login", "ada", "ticket", "T-1")))
          .noneMatch(message -> message.contains("T-1"))
          .last()
          .asString()
          .contains("7 is in of-7, with a ticket");
      assertThat(served.run("explain-grants", Map.of()))
          .last()
          .asString()
          .contains("grant", "Let somebody into a group", "user_id");
    }
  }

  @Test
  void every_workflow_of_the_page_is_run() throws IOException {
    assertThat(Page.load(PAGE).blocks("yaml")).hasSize(8);
  }
}
