package dev.baton.mcp.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real process: standard output is the protocol's alone, and the end of the input ends it. */
class StandardStreamsTest {
  @Test
  void what_a_program_prints_goes_to_standard_error_and_the_process_ends_with_its_input(
      @TempDir Path folder) throws Exception {
    var errors = folder.resolve("errors");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java, "-cp", System.getProperty("java.class.path"), PrintingServer.class.getName())
            .redirectError(errors.toFile())
            .start();
    try {
      try (var input = process.outputWriter(StandardCharsets.UTF_8)) {
        input.write(
            """
            {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"chatter","_meta":{\
            "io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{}}}}
            """);
      }
      var lines = process.inputReader(StandardCharsets.UTF_8).readAllLines();
      assertThat(lines).hasSize(1);
      assertThat(Json.parseObject(lines.getFirst()).path("id").intValue()).isEqualTo(1);
      assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(Files.readString(errors)).contains("this is no protocol message");
    } finally {
      process.destroyForcibly();
    }
  }
}
