package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Dialect;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresAutoStartTest extends AutoStartContract {
  PostgresAutoStartTest() {
    super(Dialect.POSTGRESQL);
  }

  @Test
  void two_servers_start_each_task_once_and_no_more_than_the_limit_at_a_time() throws Exception {
    var there = Files.createDirectories(directory.resolve("there"));
    var tasks = new ArrayList<UUID>();
    for (int number = 0; number < 8; number++) {
      tasks.add(baton.task("sleep 0.3"));
    }
    try (var other = TestBaton.again(there, address())) {
      baton
          .orchestrator()
          .autoStarts()
          .change(
              new PullChange(
                  baton.projectId(),
                  Optional.of(new Pull(2, FAKE, Optional.empty(), List.of())),
                  Optional.empty()));

      Awaitility.await()
          .atMost(Duration.ofSeconds(90))
          .until(
              () -> {
                assertThat(running(baton)).isLessThanOrEqualTo(2);
                return tasks.stream().allMatch(task -> isOver(other, task));
              });
      for (var task : tasks) {
        assertThat(baton.orchestrator().attempts().list(task)).hasSize(1);
      }
    }
  }

  private static long running(TestBaton baton) {
    return baton
        .orchestrator()
        .board()
        .counts()
        .attempts()
        .getOrDefault(AttemptState.Name.RUNNING, 0L);
  }

  private static boolean isOver(TestBaton baton, UUID task) {
    return baton.orchestrator().attempts().list(task).stream()
        .anyMatch(attempt -> attempt.state() == AttemptState.Name.COMPLETED);
  }
}
