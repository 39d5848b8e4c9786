package dev.baton.adapter.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.adapter.sdk.StockServerContract;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.spec.McpClientTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same in a stock server of Spring AI, in a process of its own. */
abstract class SpringAiContract extends StockServerContract {
  @TempDir static Path directory;
  private Process process;
  private String address;

  /** The JDK to run the server with. */
  protected abstract Path jdk() throws IOException;

  // why not BeforeAll: the contract connects there, and nothing says which comes first
  private String address() throws IOException {
    if (address == null) {
      address = start();
    }
    return address;
  }

  private String start() throws IOException {
    var portFile = directory.resolve("port");
    process =
        new ProcessBuilder(
                jdk().resolve("bin/java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                NotebookApplication.class.getName(),
                portFile.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    await()
        .atMost(Duration.ofMinutes(1))
        .until(() -> !process.isAlive() || (Files.exists(portFile) && Files.size(portFile) > 0));
    assertThat(portFile).as("%s", Files.readString(directory.resolve("log"))).exists();
    return "http://127.0.0.1:" + Files.readString(portFile).strip();
  }

  @Override
  protected void stopServer() {
    if (process != null) {
      process.destroy();
      process.onExit().join();
    }
  }

  @Override
  protected McpClientTransport connect() throws Exception {
    return HttpClientStreamableHttpTransport.builder(address()).endpoint("/mcp").build();
  }

  @Override
  protected String sdk() {
    return "2.0.0";
  }

  @Test
  void an_annotated_method_is_called_if_it_does_not_say_that_it_is_destructive() {
    assertThat(told("greeting", Map.of("name", "Ada")))
        .isEqualTo(
            """
            user: I want to greet somebody.
            Parameters:
              - name: "Ada"
            assistant: Here's my plan:
            1. greet - Greets somebody
            2. wave - Waves
            assistant: Calling tool 'greet' with parameters:
            {
              "name": "Ada"
            }
            user: Tool result:
            [
              {
                "type": "text",
                "text": "Hello, Ada"
              }
            ]
            assistant: Step 'wave' waits for a confirmation: wave can destroy something, so it does not run by itself. Ask the user before you go on. To continue, call wave with {}.
            """);
  }
}
