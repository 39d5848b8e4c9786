package dev.baton.mcp.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.Jazzer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs the fuzzer on each target in a process of its own, for as many seconds as the property says.
 */
@Tag("slow")
class FuzzTest {
  private static final int SECONDS = Integer.getInteger("baton.fuzz.seconds", 8);
  private static final int STARTUP_SECONDS = 90;

  /** Messages from which the fuzzer finds others. */
  private static final List<String> SEEDS =
      List.of(
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}",
          "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"f\",\"version\":\"1\"}}}",
          modern("tools/list", ""),
          modern("tools/call", "\"name\":\"any\",\"arguments\":{\"a\":[1,2.5,null,\"x\"]},"),
          modern("tools/call", "\"name\":\"echo\",\"arguments\":{\"text\":\"x\",\"number\":3},"),
          modern("tools/call", "\"name\":\"task\",\"arguments\":{\"text\":\"x\"},"),
          modern("prompts/get", "\"name\":\"prompt\",\"arguments\":{\"topic\":\"t\"},"),
          modern("resources/read", "\"uri\":\"test://1/data\","),
          modern("resources/list", "\"cursor\":\"dGVzdA\","),
          modern("tasks/get", "\"taskId\":\"1\","),
          modern("tasks/update", "\"taskId\":\"1\",\"inputResponses\":{},"),
          modern("tasks/cancel", "\"taskId\":\"1\",\"result\":{},"),
          modern(
              "completion/complete",
              "\"ref\":{\"type\":\"ref/prompt\",\"name\":\"prompt\"},\"argument\":{\"name\":\"topic\",\"value\":\"\"},"),
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
          "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]");

  @TempDir Path folder = Path.of("");

  private static String modern(String method, String params) {
    return ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s\"_meta\":{"
            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}}}}")
        .formatted(method, params);
  }

  @ParameterizedTest
  @ValueSource(classes = {ReaderFuzz.class, DispatcherFuzz.class, EndpointFuzz.class})
  void no_input_breaks(Class<?> target) throws IOException, InterruptedException {
    var prefix = target == EndpointFuzz.class ? "\0" : "";
    for (var i = 0; i < SEEDS.size(); i++) {
      Files.writeString(folder.resolve("seed-" + i), prefix + SEEDS.get(i));
    }
    var log = folder.resolveSibling(folder.getFileName() + ".log");
    var fuzzer =
        new ProcessBuilder(command(target))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(fuzzer.waitFor(SECONDS + STARTUP_SECONDS, TimeUnit.SECONDS))
          .as("the fuzzer ends by itself")
          .isTrue();
      var output = Files.readString(log, StandardCharsets.UTF_8);
      assertThat(fuzzer.exitValue()).as(output).isZero();
      assertThat(output).contains("Done ");
    } finally {
      fuzzer.destroyForcibly();
      Files.deleteIfExists(log);
    }
  }

  private List<String> command(Class<?> target) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx1g");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Jazzer.class.getName());
    command.add("--target_class=" + target.getName());
    command.add("--instrumentation_includes=dev.baton.mcp.**");
    command.add("-max_total_time=" + SECONDS);
    command.add("-max_len=2048");
    command.add("--hooks=false");
    command.add("-timeout=300");
    command.add(folder.toString());
    return command;
  }
}
