package dev.baton.app.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.NodeTools;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** The command line of the official Inspector against the fixture server. */
@Timeout(120)
@Tag("slow")
class InspectorTest {
  private static final String SCRIPT =
      "@modelcontextprotocol/inspector/clients/launcher/build/index.js";
  private static final int TOOL_FAILED = 5;

  @TempDir private Path home;

  @ParameterizedTest
  @EnumSource(names = {"HTTP_WITH_TOKEN", "STDIO"})
  void it_lists_calls_gets_and_reads(FixtureServer.Way way)
      throws IOException, InterruptedException {
    try (var server = FixtureServer.start(way, home)) {
      // why: --strict makes what it finds in schemas that some hosts refuse a failure
      var tools = answer(server, "--method", "tools/list", "--strict").path("tools");
      assertThat(tools.valueStream().map(tool -> tool.path("name").asString()))
          .contains("test_simple_text", "test_structured_content", "test_trigger_prompt_change");

      assertThat(greeting(server, "modern")).isEqualTo("Hello, Ada!");

      var prompt =
          answer(
              server,
              "--method=prompts/get",
              "--prompt-name=test_prompt_with_arguments",
              "--prompt-args",
              "arg1=one",
              "arg2=two");
      assertThat(prompt.at("/messages/0/content/text").asString())
          .isEqualTo("Prompt with arguments: arg1='one', arg2='two'");

      var resource = answer(server, "--method=resources/read", "--uri=test://static-text");
      assertThat(resource.at("/contents/0/text").asString())
          .isEqualTo("This is the content of the static text resource.");
    }
  }

  @Test
  void it_speaks_the_older_era_and_shows_the_envelope_of_a_failure()
      throws IOException, InterruptedException {
    try (var server = FixtureServer.start(FixtureServer.Way.HTTP_WITH_TOKEN, home)) {
      assertThat(greeting(server, "legacy")).isEqualTo("Hello, Ada!");

      var ended =
          run(
              server,
              "--method=tools/call",
              "--tool-name=test_structured_content",
              "--tool-args-json={\"dividend\": 1, \"divisor\": 0}");
      assertThat(ended.code()).as(ended.err()).isEqualTo(TOOL_FAILED);
      assertThat(Json.parseObject(ended.out()).at("/result/structuredContent/hint").asString())
          .isEqualTo("Call test_structured_content again with another divisor");
    }
  }

  private String greeting(FixtureServer server, String era)
      throws IOException, InterruptedException {
    return answer(
            server,
            "--protocol-era=" + era,
            "--method=tools/call",
            "--tool-name=greet",
            "--tool-args-json={\"name\": \"Ada\"}")
        .at("/content/0/text")
        .asString();
  }

  private JsonNode answer(FixtureServer server, String... options)
      throws IOException, InterruptedException {
    var ended = run(server, options);
    assertThat(ended.code()).as(ended.err()).isZero();
    return Json.parseObject(ended.out()).path("result");
  }

  private Program.Ended run(FixtureServer server, String... options)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(NodeTools.installOrSkip("The Inspector").command(SCRIPT));
    command.addAll(List.of("--cli", "--format=json", "--stored-auth-only"));
    command.addAll(List.of(options));
    switch (server) {
      case FixtureServer.OverHttp http ->
          command.addAll(
              List.of(
                  "--server-url=" + http.url(), "--header=Authorization: Bearer " + http.token()));
      case FixtureServer.OverStdio stdio -> {
        command.add("--");
        command.addAll(stdio.command());
      }
    }
    // why: it keeps a catalog and secrets in the home directory
    try (var program = Program.start(command, Map.of("HOME", home.toString()))) {
      return program.await();
    }
  }
}
