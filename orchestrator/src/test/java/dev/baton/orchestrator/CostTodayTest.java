package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.attempt;
import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.orchestrator.cost.Cost;
import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.cost.CostQuery.By;
import dev.baton.orchestrator.progress.Costs.Sums;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents tell that they cost, as the board sums it up. */
class CostTodayTest {
  private static final int TURNS = 8;

  @TempDir private Path directory;
  private TestBaton baton;

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private UUID ended(UUID task, String... script) {
    var started = baton.orchestrator().attemptStarts().start(caller(), attempt(task, script));
    baton.awaitEnd(started.attemptId());
    return started.attemptId();
  }

  private Optional<BigDecimal> today() {
    return baton.orchestrator().cards().activity().today().usd();
  }

  @Test
  void what_no_agent_tells_is_unknown() {
    ended(baton.task("Silent"), "say hello");

    assertThat(today()).isEmpty();
  }

  @Test
  void conversations_are_summed_and_a_later_turn_counts_what_it_added() {
    var task = baton.task("Dear");
    var attempt = ended(task, "cost 0.25");
    assertThat(today()).contains(new BigDecimal("0.25"));

    ended(baton.task("Cheap"), "cost 0.10");
    assertThat(today()).contains(new BigDecimal("0.35"));

    baton.orchestrator().followUps().send(caller(), to(attempt, "cost 0.40"));
    baton.awaitEnd(attempt);
    assertThat(today()).contains(new BigDecimal("0.50"));
    assertThat(baton.orchestrator().cards().load(task).spending().cost().usd())
        .contains(new BigDecimal("0.40"));
    var project = baton.orchestrator().board().loadTask(task).task().projectId();
    assertThat(baton.orchestrator().cards().activity(project).today().usd())
        .contains(new BigDecimal("0.50"));
    assertThat(baton.orchestrator().cards().activity(UUID.randomUUID()).today().usd()).isEmpty();
  }

  @Test
  void sums_and_total_of_one_answer_are_of_one_moment() {
    var costs = baton.orchestrator().costs();
    var query = new CostQuery(Optional.empty(), Optional.empty(), costs.since(1));
    var attempt = baton.start("cost 0.01", "sleep 0.3").attemptId();
    for (int turn = 2; turn <= TURNS; turn++) {
      var script = "cost %s".formatted(new BigDecimal(turn).movePointLeft(2));
      baton.orchestrator().followUps().queue(caller(), to(attempt, script));
    }

    await()
        .atMost(Duration.ofMinutes(2))
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              var figures = costs.figures(query, By.DAY, By.EXECUTOR);
              assertThat(figures.sums().values())
                  .allSatisfy(sums -> assertThat(turns(sums)).isEqualTo(figures.total().turns()));
              return figures.total().turns() == TURNS;
            });
  }

  private static long turns(Sums sums) {
    return sums.costs().values().stream().mapToLong(Cost::turns).sum();
  }
}
