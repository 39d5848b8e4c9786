package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.process.Stopper.StopOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is ended because it works in a workspace, though nothing ties it to an agent. */
@Tag("slow")
class StraysTest {
  private static final String SILENT = "</dev/null >/dev/null 2>&1";

  @TempDir Path notes;
  private final TestRuns runs = new TestRuns();
  private final List<Long> started = new ArrayList<>();
  private ProgramDirectory finished = new ProgramDirectory(Path.of("none"));

  @BeforeEach
  void runAnAgent() {
    var agent = runs.shell("true");
    runs.launch(agent);
    runs.awaitEnd(agent.processId());
    finished = runs.directory(agent.processId());
  }

  @AfterEach
  void endAll() {
    started.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    Awaitility.await().until(() -> started.stream().noneMatch(this::isAlive));
    runs.close();
  }

  @Test
  void a_daemon_that_works_in_the_workspace_is_ended() throws Exception {
    var daemon = daemon(runs.workspace(), "", SILENT);
    var outcome = endStrays(List.of());

    assertThat(outcome).isEqualTo(new StopOutcome(1, List.of()));
    assertThat(isAlive(daemon)).isFalse();
  }

  @Test
  void a_daemon_that_went_elsewhere_is_known_by_its_open_files() throws Exception {
    var inWorkspace = daemon(Path.of("/"), "", SILENT + " 3>" + runs.workspace().resolve("log"));
    var inRun = daemon(Path.of("/"), "", "</dev/null >>" + finished.path().resolve("stdout"));
    endStrays(List.of());

    assertThat(isAlive(inWorkspace)).isFalse();
    assertThat(isAlive(inRun)).isFalse();
  }

  @Test
  void a_daemon_that_ignores_all_but_kill_takes_its_children_along() throws Exception {
    var note = notes.resolve("stubborn");
    var script =
        Files.writeString(
            runs.workspace().resolve("stubborn.sh"),
            """
            trap '' INT TERM HUP
            sleep 1000 &
            echo $$ $! > "$1"
            wait
            """);
    shell("(cd / && env -i PATH=\"$PATH\" setsid sh %s %s %s &)".formatted(script, note, SILENT));
    var family = pids(note);
    endStrays(List.of());

    assertThat(family).hasSize(2).noneMatch(this::isAlive);
  }

  @Test
  void an_editor_of_the_user_stays() throws Exception {
    var editor = daemon(runs.workspace(), "TERM=xterm-256color DISPLAY=:0", SILENT);
    assertThat(endStrays(List.of()).ended()).isZero();
    assertThat(isAlive(editor)).isTrue();
  }

  @Test
  void whatever_has_a_terminal_stays() throws Exception {
    var note = notes.resolve("terminal");
    shell(
        """
        (cd %s && env -i PATH="$PATH" setsid python3 -c "
        import os, pty
        pid, _ = pty.fork()
        pid or os.execve('/bin/sh', ['sh', '-c', 'echo \\$\\$ > %s; sleep 1000'], {})
        os.waitpid(pid, 0)
        " %s &)
        """
            .formatted(runs.workspace(), note, SILENT));
    var shell = pids(note).getFirst();
    started.add(parent(shell));

    assertThat(endStrays(List.of()).ended()).isZero();
    assertThat(isAlive(shell)).isTrue();
    assertThat(isAlive(parent(shell))).isTrue();
  }

  @Test
  void what_began_before_the_agent_stays() throws Exception {
    var earlier = daemon(runs.workspace(), "", SILENT);
    var agent = runs.shell("true");
    // why: the system counts in hundredths of seconds
    var ticks = runs.processes().find(earlier).orElseThrow().startTicks();
    Awaitility.await().until(() -> later(ticks));
    runs.launch(agent);
    runs.awaitEnd(agent.processId());
    finished = runs.directory(agent.processId());

    assertThat(endStrays(List.of()).ended()).isZero();
    assertThat(isAlive(earlier)).isTrue();
  }

  @Test
  void what_this_server_started_stays() throws Exception {
    var own = new ProcessBuilder("sleep", "1000").directory(runs.workspace().toFile()).start();
    started.add(own.pid());

    assertThat(endStrays(List.of()).ended()).isZero();
    assertThat(own.isAlive()).isTrue();
  }

  @Test
  void a_dev_server_stays_with_what_it_started() throws Exception {
    var note = notes.resolve("child");
    var server =
        runs.start(
            runs.shell("env -i sh -c 'echo $$ > %s; exec sleep 1000' & wait".formatted(note)));
    var child = pids(note).getFirst();
    var detached =
        daemon(runs.workspace(), "", "</dev/null >>" + server.directory().path().resolve("stdout"));

    assertThat(endStrays(List.of(server.directory())).ended()).isZero();
    assertThat(List.of(child, detached, server.program().pid())).allMatch(this::isAlive);
  }

  @Test
  void a_run_whose_directory_is_deleted_is_ended_with_all_that_carries_its_marker()
      throws Exception {
    var command =
        runs.shell("setsid sleep 1000 & trap '' INT; echo ready; while :; do sleep 0.1; done");
    var run = runs.start(command);
    // why: before that the program that starts it still reads files there
    runs.awaitOutput(command.processId(), "ready");
    shell("rm -r " + run.directory().path());

    Awaitility.await()
        .atMost(TestRuns.SOON)
        .until(() -> runs.marked(command.processId()).isEmpty());
    assertThat(runs.processes().isAlive(run.wrapper())).isFalse();
  }

  private StopOutcome endStrays(List<ProgramDirectory> spared) throws Exception {
    return new Stopper(runs.processes(), TestRuns.IMPATIENT)
        .endStrays(runs.workspace(), Instant.now(), List.of(finished), spared);
  }

  /** Leaves a program without parent, session and variables; it notes its pid and waits. */
  private long daemon(Path directory, String variables, String redirections) throws Exception {
    var note = notes.resolve(UUID.randomUUID().toString());
    shell(
        "(cd '%s' && env -i PATH=\"$PATH\" %s setsid sh -c 'echo $$ > '%s'; exec sleep 1000' %s &)"
            .formatted(directory, variables, note, redirections));
    return pids(note).getFirst();
  }

  /** What a program has noted, once it has. */
  private List<Long> pids(Path note) {
    var text =
        Awaitility.await()
            .ignoreExceptions()
            .until(() -> Files.readString(note).strip(), noted -> !noted.isEmpty());
    var pids = List.of(text.split(" ")).stream().map(Long::valueOf).toList();
    started.addAll(pids);
    return pids;
  }

  private void shell(String script) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("sh", "-c", script).inheritIO().start().waitFor()).isZero();
  }

  private boolean later(long ticks) throws IOException, InterruptedException {
    var now = new ProcessBuilder("sleep", "10").start();
    try {
      return runs.processes().find(now.pid()).orElseThrow().startTicks() > ticks;
    } finally {
      now.destroyForcibly().waitFor();
    }
  }

  private long parent(long pid) {
    return runs.processes().list().stream()
        .filter(entry -> entry.pid() == pid)
        .findFirst()
        .orElseThrow()
        .parent();
  }

  private boolean isAlive(long pid) {
    return runs.processes().find(pid).isPresent();
  }
}
