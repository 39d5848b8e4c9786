package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.database.StorageException;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOrder;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.planning.Board.BoardTaskQuery;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.SessionMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A database that cannot be written for some time: it is said, and afterwards nothing is missing.
 */
@Tag("slow")
class FullDiskTest {
  @TempDir Path directory;
  Path disk = Path.of("");
  boolean isMounted;

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectories(directory.resolve("disk"));
    isMounted = run("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", disk.toString());
  }

  @AfterEach
  void unmount() throws Exception {
    if (isMounted) {
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  private static boolean run(String... command) throws Exception {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getInputStream().readAllBytes();
    return process.waitFor() == 0;
  }

  private void assumeDisk() {
    assumeTrue(isMounted, "A small disk can be mounted by root only");
  }

  private String address() {
    return disk.resolve("baton.db").toString();
  }

  private static void assertRefused(TestBaton baton, String words) {
    assertThat(TestBaton.told(() -> baton.task("Too much")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(FailureCode.STORAGE_UNAVAILABLE);
              assertThat(failure.retryable()).isTrue();
              assertThat(failure).hasMessageContaining(words);
              assertThat(failure.hint()).startsWith("Repeat the call in a few seconds");
            });
  }

  private Path fill() throws IOException {
    var ballast = disk.resolve("ballast");
    var block = new byte[4096];
    try (var out = Files.newOutputStream(ballast, StandardOpenOption.CREATE)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      return ballast;
    }
  }

  private boolean hasEnded(UUID attempt) throws IOException {
    return hasFile(attempt, "exit");
  }

  @Test
  void a_full_disk_refuses_changes_and_loses_no_line() throws Exception {
    assumeDisk();
    try (var baton = TestBaton.in(directory, address())) {
      var task = baton.task("Before");
      var attempt = baton.start("sleep 1", "lines 200", "say done").attemptId();
      var ballast = fill();
      assertRefused(baton, "There is no room left for database");
      assertThat(
              TestBaton.told(
                  () ->
                      baton
                          .orchestrator()
                          .attemptStarts()
                          .start(caller("k"), TestBaton.attempt(task, "say hi"))))
          .isInstanceOfSatisfying(
              ToolFailure.class,
              failure -> assertThat(failure.code()).isEqualTo(FailureCode.STORAGE_UNAVAILABLE));
      Awaitility.await().until(() -> hasEnded(attempt));
      Files.delete(ballast);

      assertThat(baton.awaitEnd(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(baton.log(attempt, LogChannel.RAW))
          .filteredOn(entry -> entry.content().startsWith("line "))
          .hasSize(200);
      assertThat(baton.orchestrator().attempts().list(task)).isEmpty();
      assertThat(TestRepository.git(baton.repository(), "worktree", "list").lines()).hasSize(2);
      var started =
          baton
              .orchestrator()
              .attemptStarts()
              .start(caller("k"), TestBaton.attempt(task, "say hi"));
      assertThat(baton.awaitEnd(started.attemptId()).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
    }
  }

  @Test
  void how_a_program_ended_while_the_disk_was_full_is_noted_when_there_is_room() throws Exception {
    assumeDisk();
    Files.createDirectories(directory.resolve("data"));
    Files.createSymbolicLink(
        directory.resolve("data/runs"), Files.createDirectory(disk.resolve("runs")));
    try (var baton = TestBaton.in(directory)) {
      var attempt = baton.start("say begun", "sleep 2", "exit 3").attemptId();
      // why: an agent that has yet to say something fails on the full disk itself
      Awaitility.await()
          .until(() -> baton.messages(attempt, SessionMessage.Role.ASSISTANT).contains("begun"));
      var ballast = fill();
      Awaitility.await()
          .until(() -> hasFile(attempt, "exit.new") && isGone(identity(attempt, "program")));
      assertThat(baton.status(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.RUNNING);
      Files.delete(ballast);

      assertThat(baton.awaitEnd(attempt).attempt().state().failureSummary().orElse(""))
          .contains("exit code 3")
          .doesNotContain("something killed it");
    }
  }

  @Test
  void what_a_program_wrote_is_removed_when_it_is_in_the_store() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var attempt = baton.start("lines 20", "say done").attemptId();

      assertThat(baton.awaitEnd(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);

      assertThat(directory.resolve("data/runs").resolve(attempt.toString())).isEmptyDirectory();
      assertThat(baton.log(attempt, LogChannel.RAW))
          .filteredOn(entry -> entry.content().startsWith("line "))
          .hasSize(20);
    }
  }

  private boolean hasFile(UUID attempt, String name) throws IOException {
    return find(attempt, name).isPresent();
  }

  private Optional<Path> find(UUID attempt, String name) throws IOException {
    return LivePrograms.files(directory, name).stream()
        .filter(file -> file.startsWith(directory.resolve("data/runs/" + attempt)))
        .findFirst();
  }

  private long identity(UUID attempt, String name) throws IOException {
    return Long.parseLong(Files.readString(find(attempt, name).orElseThrow()).split(" ", 2)[0]);
  }

  private static boolean isGone(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty();
  }

  @Test
  void a_database_that_cannot_be_written_is_said_at_the_start() throws Exception {
    assumeDisk();
    try (var baton = TestBaton.in(directory, address())) {
      baton.task("Before");
    }
    assertThat(run("mount", "-o", "remount,ro", disk.toString())).isTrue();
    assertThatThrownBy(() -> TestBaton.again(directory, address()).close())
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(address());
    assertThat(run("mount", "-o", "remount,rw", disk.toString())).isTrue();
    try (var baton = TestBaton.again(directory, address())) {
      assertThat(baton.orchestrator().approvals().listPending()).isEmpty();
    }
  }

  @Test
  void a_database_that_somebody_else_has_locked_is_waited_for_and_then_named() throws Exception {
    try (var baton = TestBaton.in(directory)) {
      var attempt = baton.start("sleep 0.5", "lines 20", "say done").attemptId();
      try (var other = DriverManager.getConnection("jdbc:sqlite:" + TestBaton.file(directory));
          var statement = other.createStatement()) {
        statement.execute("begin immediate");
        assertRefused(baton, "stayed locked by another program");
        assertThat(baton.status(attempt).attempt().state().name())
            .isEqualTo(AttemptState.Name.RUNNING);
        statement.execute("rollback");
      }
      assertThat(baton.awaitEnd(attempt).attempt().state().name())
          .isEqualTo(AttemptState.Name.COMPLETED);
      assertThat(
              baton
                  .orchestrator()
                  .board()
                  .listTasks(
                      new BoardTaskQuery(
                          BoardTaskFilter.ALL.ofProject(baton.projectId()),
                          BoardTaskOrder.NEWEST,
                          PageRequest.first(PageLimit.items(50))),
                      PageView.<BoardTaskOverview>plain())
                  .items())
          .extracting(overview -> overview.task().title())
          .isEqualTo(List.of("Do something"));
    }
  }
}
