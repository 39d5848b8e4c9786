package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.process.ProgramState.RunningProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What is said of runs that another server started. */
class ProgramInspectorTest {
  @AutoClose private final TestRuns runs = new TestRuns();
  private final UUID processId = UUID.randomUUID();

  @Test
  void nothing_is_not_started() {
    assertThat(state()).isEqualTo(new ProgramState.NotStarted());
  }

  @Test
  void a_program_that_runs_is_found_again() {
    var run = runs.start(runs.shell("sleep 100"));
    assertThat(runs.inspector().inspect(run.processId(), run.directory()))
        .isEqualTo(new ProgramState.Running(run));
  }

  @Test
  void a_note_of_the_end_that_was_damaged_is_an_end() throws IOException {
    var command = runs.shell("exit 3");
    runs.outputOf(command);
    var directory = runs.directory(command.processId());
    Files.write(directory.path().resolve("exit"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
    assertThat(runs.inspector().inspect(command.processId(), directory))
        .isInstanceOfSatisfying(
            ProgramState.Ended.class,
            ended -> assertThat(ended.ending().summary()).contains("is not a number"));
  }

  @Test
  void an_identity_survives_being_stored() {
    var run = runs.start(runs.shell("sleep 100"));
    assertThat(ProcessIdentity.parse(run.program().line())).contains(run.program());
    assertThat(ProcessIdentity.parse("12 nonsense -")).isEmpty();
    assertThat(ProcessIdentity.parse("")).isEmpty();
  }

  @Test
  void a_pid_that_is_used_again_is_not_taken_for_the_program() throws IOException {
    var other = runs.processes().find(ProcessHandle.current().pid()).orElseThrow();
    var former = new ProcessIdentity(other.pid(), other.startTicks() - 1, other.bootId());
    writeIdentity(former);

    assertThat(runs.processes().isAlive(other)).isTrue();
    assertThat(runs.processes().isAlive(former)).isFalse();
    assertThat(state())
        .isInstanceOfSatisfying(
            ProgramState.Ended.class,
            ended ->
                assertThat(ended.ending().summary())
                    .isEqualTo(
                        "process %d is gone and left no exit status; something killed it and its"
                            + " wrapper",
                        other.pid()));
  }

  @Test
  void a_program_of_another_boot_is_not_looked_for_in_this_one() throws IOException {
    var other = runs.processes().find(ProcessHandle.current().pid()).orElseThrow();
    writeIdentity(new ProcessIdentity(other.pid(), other.startTicks(), "another-boot"));

    assertThat(state())
        .isInstanceOfSatisfying(
            ProgramState.Ended.class,
            ended ->
                assertThat(ended.ending().summary())
                    .isEqualTo("the machine was restarted while process %d ran", other.pid()));
  }

  @Test
  void a_program_that_is_killed_with_its_wrapper_is_lost() throws Exception {
    var run = runs.start(runs.shell("exec sleep 100"));
    ProcessSignal.KILL.send(List.of(run.wrapper(), run.program()));

    assertThat(runs.awaitEnd(run.processId())).isInstanceOf(Ending.Lost.class);
    assertThat(runs.awaitEnd(run.processId()).exitCode()).isEmpty();
  }

  @Test
  void a_program_that_lost_its_wrapper_still_runs() throws Exception {
    var run = runs.start(runs.shell("exec sleep 100"));
    ProcessSignal.KILL.send(List.of(run.wrapper()));
    Awaitility.await().until(() -> !runs.processes().isAlive(run.wrapper()));

    assertThat(runs.inspector().inspect(run.processId(), run.directory()))
        .isEqualTo(new ProgramState.Running(run));
    assertThat(runs.stop(run, false).survivors()).isEmpty();
    assertThat(runs.awaitEnd(run.processId())).isInstanceOf(Ending.Lost.class);
  }

  @Test
  void a_start_that_broke_off_before_anything_ran_is_lost() throws IOException {
    Files.createDirectories(directory().path().resolve("claim"));
    assertThat(state())
        .isInstanceOfSatisfying(
            ProgramState.Ended.class,
            ended ->
                assertThat(ended.ending().summary())
                    .isEqualTo("the start was interrupted before the program ran"));
  }

  @Test
  void a_wrapper_that_has_not_noted_who_it_is_counts_as_starting() throws IOException {
    Files.createDirectories(directory().path().resolve("claim"));
    var builder = new ProcessBuilder("sleep", "100");
    builder.environment().put(DetachedCommand.MARKER, processId.toString());
    var wrapper = builder.start();
    try {
      assertThat(state()).isEqualTo(new ProgramState.Starting());
    } finally {
      wrapper.destroyForcibly();
    }
    Awaitility.await().until(() -> state() instanceof ProgramState.Ended);
  }

  @Test
  void a_status_that_is_no_number_is_shown() throws IOException {
    Files.createDirectories(directory().path());
    Files.writeString(directory().path().resolve("exit"), "nonsense");
    assertThat(state())
        .isInstanceOfSatisfying(
            ProgramState.Ended.class,
            ended ->
                assertThat(ended.ending().summary())
                    .isEqualTo(
                        "the exit status in %s is not a number: 'nonsense'",
                        directory().path().resolve("exit")));
  }

  @Test
  void java_itself_finds_programs_where_the_system_shows_none() {
    var run = runs.start(runs.shell("sleep 100 & wait"));
    var handles = new HandleTable();
    var found = handles.find(run.program().pid()).orElseThrow();

    assertThat(handles.isAlive(found)).isTrue();
    assertThat(handles.isAlive(new ProcessIdentity(found.pid(), found.startTicks() - 500, "-")))
        .isFalse();
    assertThat(handles.find(Integer.MAX_VALUE)).isEmpty();
    var tree =
        ProcessTree.of(
            handles,
            new RunningProgram(
                run.processId(),
                run.directory(),
                handles.find(run.wrapper().pid()).orElseThrow(),
                found));
    // why four: the wrapper also watches its directory, and pauses in between
    Awaitility.await().until(() -> tree.refresh().size() == 4);
  }

  private ProgramDirectory directory() {
    return runs.directory(processId);
  }

  private ProgramState state() {
    return runs.inspector().inspect(processId, directory());
  }

  private void writeIdentity(ProcessIdentity identity) throws IOException {
    Files.createDirectories(directory().path().resolve("claim"));
    Files.writeString(directory().path().resolve("wrapper"), identity.line());
    Files.writeString(directory().path().resolve("program"), identity.line());
  }
}
