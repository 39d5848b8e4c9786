package dev.baton.orchestrator.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class BroughtWorkTest {
  private static final Checkpoint POINT = new Checkpoint("abc", Optional.empty());
  private static final UUID ATTEMPT = new UUID(1, 1);

  private final BroughtWork brought = new BroughtWork();

  @Test
  void a_node_that_had_many_attempts_remembers_the_last_of_them() {
    for (int number = 0; number < 3 * BroughtWork.MOST; number++) {
      brought.note(new UUID(2, number), "repo", POINT);
      brought.inTurn(new UUID(2, number), () -> {});
    }

    assertThat(brought.size()).isEqualTo(BroughtWork.MOST);
    assertThat(brought.isAtHome(new UUID(2, 3 * BroughtWork.MOST - 1), "repo", POINT)).isTrue();
    assertThat(brought.isAtHome(new UUID(2, 0), "repo", POINT)).isFalse();
  }

  @Test
  void what_goes_away_is_forgotten_and_what_changed_is_not_at_home() {
    brought.note(ATTEMPT, "repo", POINT);
    assertThat(brought.isAtHome(ATTEMPT, "repo", new Checkpoint("def", Optional.empty())))
        .isFalse();
    assertThat(brought.isAtHome(ATTEMPT, "other", POINT)).isFalse();

    brought.forget(ATTEMPT, "repo");

    assertThat(brought.isAtHome(ATTEMPT, "repo", POINT)).isFalse();
    assertThat(brought.size()).isZero();
  }

  @Test
  void one_at_a_time_brings_the_work_of_an_attempt() throws Exception {
    var order = new CopyOnWriteArrayList<String>();
    var second =
        Thread.ofPlatform().unstarted(() -> brought.inTurn(ATTEMPT, () -> order.add("second")));

    brought.inTurn(
        ATTEMPT,
        () -> {
          second.start();
          Awaitility.await().until(() -> second.getState() == Thread.State.WAITING);
          brought.inTurn(new UUID(3, 3), () -> order.add("of another"));
          order.add("first");
        });
    second.join();

    assertThat(order).containsExactly("of another", "first", "second");
    assertThat(brought.size()).isZero();
  }
}
