package dev.baton.adapter.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The code that the documentation shows. */
class SdkExamplesTest {
  private static final SequentialWorkflow GOODBYE = NotebookWorkflows.all().get(1);

  @Test
  void a_stock_server_has_the_workflow_as_a_prompt() {
    var transport =
        new StdioServerTransportProvider(
            McpJsonDefaults.getMapper(),
            InputStream.nullInputStream(),
            new ByteArrayOutputStream());
    var tools = NotebookTools.all(name -> {});
    var resources = NotebookResources.all();

    // @start region="server"
    var workflows = SdkWorkflows.of(GOODBYE).tools(tools).resources(resources);
    var server =
        McpServer.sync(transport)
            .capabilities(
                ServerCapabilities.builder()
                    .tools(true)
                    .resources(false, true)
                    .prompts(true)
                    .completions()
                    .build())
            .tools(tools)
            .resources(resources)
            .prompts(workflows.prompts())
            .completions(workflows.completions())
            .build();
    // @end

    assertThat(server.listPrompts()).extracting(Prompt::name).containsExactly("told-at-once");
    server.close();
  }

  @Test
  void the_guide_shows_this_code() throws Exception {
    var shown = Files.readString(Path.of("..", "docs", "stock-servers.md"));

    assertThat(shown).contains(region());
  }

  private static String region() throws Exception {
    var source =
        Files.readString(Path.of("src/test/java/dev/baton/adapter/sdk/SdkExamplesTest.java"));
    // why without the slashes: javadoc would take the words here for marks, too
    var start = source.indexOf('\n', source.indexOf("@start region=\"server\"")) + 1;
    return source
        .substring(start, source.lastIndexOf("    //", source.indexOf("@end", start)))
        .lines()
        .map(line -> line.substring(4) + "\n")
        .collect(Collectors.joining());
  }
}
