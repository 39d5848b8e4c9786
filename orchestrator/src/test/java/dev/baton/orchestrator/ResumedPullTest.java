package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.BoardTaskChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A project that takes tasks again after it paused by itself. */
@Tag("slow")
class ResumedPullTest {
  @RegisterExtension final Databases sqlite = Databases.of(Dialect.SQLITE);
  @RegisterExtension final Databases postgres = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;

  private static UUID task(TestBaton baton, String script) {
    var words = new NewBoardTask(baton.projectId(), "say hello", Optional.of(script));
    return baton.orchestrator().board().createTask(caller(), words).task().id();
  }

  private static Optional<String> pause(TestBaton baton) {
    return baton
        .orchestrator()
        .projects()
        .load(baton.projectId())
        .pull()
        .flatMap(Pull::pausedReason);
  }

  private static void change(TestBaton baton, Optional<Pull> pull, Optional<Boolean> paused) {
    baton.orchestrator().autoStarts().change(new PullChange(baton.projectId(), pull, paused));
  }

  private static boolean isIn(BoardTaskStatus column, TestBaton baton, UUID task) {
    return baton.orchestrator().board().loadTask(task).task().status() == column;
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofSeconds(60));
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void what_failed_during_the_pause_does_not_pause_it_again(Dialect dialect) {
    var databases = dialect == Dialect.SQLITE ? sqlite : postgres;
    try (var baton = TestBaton.in(directory, databases.newAddress())) {
      var tasks =
          Stream.of("sleep 10\nexit 4", "sleep 5\nexit 4")
              .flatMap(script -> Stream.generate(() -> task(baton, script)).limit(3))
              .toList();
      change(baton, Optional.of(new Pull(6, FAKE, Optional.empty(), List.of())), Optional.empty());
      await().until(() -> pause(baton).isPresent());
      await()
          .until(
              () -> tasks.stream().noneMatch(it -> isIn(BoardTaskStatus.IN_PROGRESS, baton, it)));
      // why: a slow machine may not have begun all of them before the pause
      tasks.stream()
          .filter(it -> isIn(BoardTaskStatus.TODO, baton, it))
          .map(it -> BoardTaskChange.of(it).withStatus(BoardTaskStatus.CANCELLED))
          .forEach(baton.orchestrator().board()::changeTask);
      var good = task(baton, "say fine");

      change(baton, Optional.empty(), Optional.of(false));

      await().until(() -> isIn(BoardTaskStatus.IN_REVIEW, baton, good));
      assertThat(pause(baton)).isEmpty();
    }
  }
}
