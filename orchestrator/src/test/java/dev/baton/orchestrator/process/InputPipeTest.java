package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Talking to a program while it runs. */
class InputPipeTest {
  @AutoClose private final TestRuns runs = new TestRuns();

  @Test
  void what_is_sent_arrives_after_the_first_text_until_the_pipe_is_closed() throws Exception {
    var run = runs.start(reading("first\n", "cat; echo end"));
    runs.awaitOutput(run.processId(), "first\n");
    var pipe = pipe(run);

    pipe.send("grün 1");
    runs.awaitOutput(run.processId(), "grün 1\n");
    // why: each sending opens and closes the pipe, as another server would
    pipe(run).send("2");
    runs.awaitOutput(run.processId(), "2\n");
    assertThat(runs.inspector().inspect(run.processId(), run.directory()))
        .isInstanceOf(ProgramState.Running.class);

    pipe.close();
    assertThat(runs.awaitEnd(run.processId()).exitCode()).contains(0);
    assertThat(runs.output(run.processId(), OutputChannel.STDOUT))
        .isEqualTo("first\ngrün 1\n2\nend\n");
  }

  @Test
  void the_first_text_may_be_longer_than_a_pipe_holds() throws Exception {
    var text = "0123456789".repeat(100_000) + "\n";
    var run = runs.start(reading(text, "sleep 0.2; cat"));
    pipe(run).close();
    runs.awaitEnd(run.processId());
    assertThat(runs.output(run.processId(), OutputChannel.STDOUT)).isEqualTo(text);
  }

  @Test
  void a_program_that_never_reads_leaves_nothing_behind_when_it_ends() {
    var command = reading("0123456789".repeat(100_000), "exit 4");
    runs.launch(command);
    assertThat(runs.awaitEnd(command.processId()).exitCode()).contains(4);
  }

  @Test
  void a_program_that_does_not_read_is_not_waited_for_for_ever() {
    var run = runs.start(reading("", "sleep 100"));
    var pipe = new InputPipe(run.directory(), Duration.ofMillis(100));

    assertThatThrownBy(() -> pipe.send("x".repeat(1_000_000)))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "The program has not read from %s for 100 ms", run.directory().path().resolve("input"));
  }

  @Test
  void a_program_without_a_pipe_cannot_be_talked_to() {
    var run = runs.start(runs.shell("sleep 100"));
    assertThatThrownBy(() -> pipe(run).send("x"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "%s does not exist: the program was not started with a pipe",
            run.directory().path().resolve("input"));
  }

  private DetachedCommand reading(String first, String script) {
    return runs.command(new ProgramInput.Pipe(first), List.of("sh", "-c", script));
  }

  private static InputPipe pipe(RunningProgram run) {
    return new InputPipe(run.directory(), TestRuns.SOON);
  }
}
