package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramCallTest {
  @TempDir Path directory;

  @Test
  void a_program_gets_its_input_and_variables_and_answers_on_both_streams() throws Exception {
    var answer = call("read line; echo \"$line $NAME\"; pwd; echo problem >&2; exit 7").run();

    assertThat(answer.exitCode()).isEqualTo(7);
    assertThat(answer.output()).isEqualTo("told value\n%s\n".formatted(directory.toRealPath()));
    assertThat(answer.error()).isEqualTo("problem\n");
    assertThat(answer.words()).isEqualTo("problem");
  }

  @Test
  void nobody_waits_for_a_program_that_is_left_in_the_background() throws Exception {
    var answer = call("sleep 600 & echo $!; exit 3").run();

    var left = ProcessHandle.of(Long.parseLong(answer.output().strip())).orElseThrow();
    try {
      assertThat(answer.exitCode()).isEqualTo(3);
      assertThat(left.isAlive()).isTrue();
    } finally {
      left.destroyForcibly();
    }
  }

  @Test
  void a_program_is_ended_when_its_time_is_up() {
    var call = new ProgramCall(line("sleep 631"), directory, Map.of(), "", Duration.ofMillis(100));

    assertThatThrownBy(call::run).isInstanceOf(TimeoutException.class);
    Awaitility.await()
        .until(
            () ->
                ProcessHandle.current()
                    .descendants()
                    .flatMap(child -> child.info().commandLine().stream())
                    .noneMatch(words -> words.contains("sleep 631")));
  }

  @Test
  void a_program_that_prints_without_end_is_ended() {
    assertThatThrownBy(call("yes")::run)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("printed more than");
  }

  private ProgramCall call(String script) {
    var environment = Map.of("NAME", "value", "PATH", "/usr/bin:/bin");
    return new ProgramCall(line(script), directory, environment, "told\n", Duration.ofSeconds(30));
  }

  private static List<String> line(String script) {
    return List.of("/bin/sh", "-c", script);
  }
}
