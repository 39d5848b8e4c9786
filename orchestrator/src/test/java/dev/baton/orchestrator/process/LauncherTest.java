package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.orchestrator.process.DetachedCommand.ProgramInput;
import dev.baton.orchestrator.process.ProcessTable.ProcessEntry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** How programs are started, what they see, and that each is started once. */
class LauncherTest {
  @AutoClose private final TestRuns runs = new TestRuns();

  @Test
  void a_program_has_a_session_and_a_group_of_its_own() {
    var run = runs.start(runs.shell("sleep 100"));

    var entries =
        runs.processes().list().stream().filter(entry -> entry.session() == run.wrapper().pid());
    assertThat(entries)
        .hasSizeGreaterThanOrEqualTo(2)
        .allSatisfy(entry -> assertThat(entry.group()).isEqualTo(run.wrapper().pid()))
        .extracting(ProcessEntry::identity)
        .contains(run.wrapper(), run.program());
  }

  @Test
  void output_goes_to_two_files_and_the_exit_code_to_a_third() {
    var command = runs.shell("echo out; echo err >&2; exit 7");

    assertThat(runs.outputOf(command)).isEqualTo("out\n");
    assertThat(runs.output(command.processId(), OutputChannel.STDERR)).isEqualTo("err\n");
    var ending = runs.awaitEnd(command.processId());
    assertThat(ending).isInstanceOf(Ending.Exited.class);
    assertThat(ending.exitCode()).contains(7);
    assertThat(ending.summary()).isEqualTo("exit code 7");
  }

  @Test
  void a_program_that_a_signal_ends_is_told_from_one_that_exits() {
    var command = runs.shell("kill -9 $$");
    runs.launch(command);

    assertThat(runs.awaitEnd(command.processId()))
        .isInstanceOfSatisfying(
            Ending.Signalled.class,
            ending -> {
              assertThat(ending.signal()).isEqualTo(9);
              assertThat(ending.summary()).isEqualTo("signal 9 (KILL)");
              assertThat(ending.exitCode()).contains(137);
            });
  }

  @Test
  void exit_codes_over_128_that_are_no_deadly_signals_stay_codes() {
    var command = runs.shell("exit 145");
    runs.launch(command);
    assertThat(runs.awaitEnd(command.processId()).summary()).isEqualTo("exit code 145");
  }

  @Test
  void a_program_sees_the_given_variables_and_no_others() {
    runs.with("WITH_QUOTES", "it's \"so\"\n$HOME `x` \\ grün");
    var command =
        runs.command(new ProgramInput.Nothing(), List.of("perl", "-e", "print join qq(\\0), %ENV"));
    var seen = List.of(runs.outputOf(command).split("\0", -1));

    var expected = new ArrayList<String>();
    command
        .environment()
        .forEach(
            (name, value) -> {
              expected.add(name);
              expected.add(value);
            });
    // why: a shell keeps the working directory there
    expected.addAll(List.of("PWD", runs.workspace().toString()));
    assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(command.environment())
        .containsEntry(DetachedCommand.MARKER, command.processId().toString());
  }

  @Test
  void the_variables_do_not_stay_on_disk() {
    var command = runs.with("TOKEN", "secret").shell("exit 0");
    runs.outputOf(command);

    assertThat(runs.directory(command.processId()).path())
        .isDirectoryNotContaining("glob:**environment*")
        .isDirectoryContaining("glob:**command.sh");
  }

  @Test
  void arguments_arrive_as_they_are() {
    var arguments = List.of("", " ", "it's", "\"$HOME\"", "two\nlines", "-n", "grün 😀", "a\\b*");
    var line = new ArrayList<>(List.of("sh", "-c", "printf '[%s]' \"$@\"", "name"));
    line.addAll(arguments);

    assertThat(runs.outputOf(runs.command(new ProgramInput.Nothing(), line)))
        .isEqualTo("[" + String.join("][", arguments) + "]");
  }

  @Test
  void a_program_runs_in_its_directory_and_reads_its_text_to_the_end() {
    var text = "grün\n".repeat(100_000);
    var command = runs.command(new ProgramInput.Text(text), List.of("sh", "-c", "pwd; cat"));
    assertThat(runs.outputOf(command)).isEqualTo(runs.workspace() + "\n" + text);
  }

  @Test
  void a_program_without_input_reads_the_end_at_once() {
    assertThat(runs.outputOf(runs.shell("cat; echo done"))).isEqualTo("done\n");
  }

  @Test
  void a_program_that_does_not_exist_ends_with_127_and_says_which() {
    var command = runs.command(new ProgramInput.Nothing(), List.of("no-such-program"));
    runs.launch(command);

    assertThat(runs.awaitEnd(command.processId()).exitCode()).contains(127);
    assertThat(runs.output(command.processId(), OutputChannel.STDERR)).contains("no-such-program");
  }

  @Test
  void a_working_directory_that_does_not_exist_ends_it_with_126() {
    var command =
        new DetachedCommand(
            UUID.randomUUID(),
            List.of("true"),
            Path.of("/no/such/directory"),
            runs.environment(),
            new ProgramInput.Nothing());
    runs.launch(command);

    assertThat(runs.awaitEnd(command.processId()).exitCode()).contains(126);
    assertThat(runs.output(command.processId(), OutputChannel.STDERR))
        .contains("/no/such/directory");
  }

  @Test
  void a_run_that_is_started_again_goes_on_and_a_run_that_ended_stays_ended() throws IOException {
    var command = runs.shell("echo x >> count; read line < go");
    mkfifo("go");
    var first = runs.start(command);
    var second = runs.start(command);
    assertThat(second).isEqualTo(first);

    Files.writeString(runs.workspace().resolve("go"), "\n");
    runs.awaitEnd(command.processId());
    assertThat(runs.launch(command)).isInstanceOf(ProgramState.Ended.class);
    assertThat(runs.workspace().resolve("count")).hasContent("x");
  }

  @Test
  void of_many_wrappers_of_one_run_one_runs_the_program() throws Exception {
    var command = runs.shell("echo x >> count");
    var directory = runs.directory(command.processId());
    directory.prepare(command);

    var wrappers = new ArrayList<Process>();
    for (var i = 0; i < 20; i++) {
      var builder = new ProcessBuilder("sh", directory.path().resolve("wrapper.sh").toString());
      builder.environment().put(DetachedCommand.MARKER, command.processId().toString());
      wrappers.add(
          builder
              .redirectErrorStream(true)
              .redirectOutput(directory.wrapperLog().toFile())
              .start());
    }
    for (var wrapper : wrappers) {
      assertThat(wrapper.waitFor()).isZero();
    }
    assertThat(runs.workspace().resolve("count")).hasContent("x");
    assertThat(runs.launch(command)).isInstanceOf(ProgramState.Ended.class);
  }

  @Test
  void a_run_that_was_abandoned_never_starts() throws IOException {
    var command = runs.shell("echo x >> count");
    assertThat(runs.directory(command.processId()).abandon()).isTrue();

    assertThat(runs.launch(command))
        .isInstanceOfSatisfying(
            ProgramState.Ended.class,
            ended ->
                assertThat(ended.ending().summary()).isEqualTo("the program was never started"));
    assertThat(runs.workspace().resolve("count")).doesNotExist();
  }

  @Test
  void a_run_that_has_started_cannot_be_abandoned() throws IOException {
    var run = runs.start(runs.shell("sleep 100"));
    assertThat(run.directory().abandon()).isFalse();
    assertThat(runs.inspector().inspect(run.processId(), run.directory()))
        .isEqualTo(new ProgramState.Running(run));
  }

  @Test
  void a_wrapper_that_cannot_work_is_told_with_the_place_to_look() throws IOException {
    var command = runs.shell("true");
    var directory = runs.directory(command.processId());
    directory.prepare(command);
    Files.writeString(directory.path().resolve("claim"), "not a directory");

    assertThatThrownBy(() -> runs.launcher().start(command, directory))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Nothing runs in %s; %s may say why. Try again",
            directory.path(), directory.path().resolve("wrapper.log"));
    assertThat(directory.wrapperLog()).content().contains("claim");
  }

  @Test
  void without_the_program_setsid_a_program_still_has_its_own_session() throws Exception {
    var programs = Files.createDirectory(runs.workspace().resolve("programs"));
    for (var name : List.of("sh", "mkdir", "mv", "rm", "sleep")) {
      Files.createSymbolicLink(programs.resolve(name), Path.of("/bin", name));
    }
    var command = runs.shell("sleep 100");
    var launcher = new Launcher(runs.inspector(), programs.toString());

    assertThat(launcher.start(command, runs.directory(command.processId())))
        .isInstanceOf(ProgramState.Running.class);
    var wrapper = runs.run(command.processId()).wrapper();
    assertThat(runs.processes().list())
        .filteredOn(entry -> entry.identity().equals(wrapper))
        .extracting(ProcessEntry::session)
        .containsExactly(wrapper.pid());
  }

  @Test
  void commands_that_cannot_be_run_are_refused_with_the_reason() {
    assertRefused(List.of(), Map.of("PATH", "/bin"), "The command is empty; it needs a program");
    assertRefused(List.of("a"), Map.of(), "The environment has no PATH; programs need one");
    assertRefused(
        List.of("a\0b"),
        Map.of("PATH", "/bin"),
        "Argument holds a NUL character, which no program can be given");
    assertRefused(
        List.of("a"),
        Map.of("PATH", "/bin", "a-b", "c"),
        "Variable 'a-b' has a name that shells cannot set; use letters, digits and _");
  }

  private void assertRefused(List<String> line, Map<String, String> variables, String message) {
    assertThatThrownBy(
            () ->
                new DetachedCommand(
                    UUID.randomUUID(),
                    line,
                    runs.workspace(),
                    variables,
                    new ProgramInput.Nothing()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private void mkfifo(String name) {
    runs.outputOf(runs.shell("mkfifo " + name));
  }
}
