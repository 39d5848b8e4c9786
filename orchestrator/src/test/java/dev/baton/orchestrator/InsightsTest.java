package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.cost.CostQuery;
import dev.baton.orchestrator.insight.Insights.Figures;
import dev.baton.orchestrator.insight.Insights.Outcome;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How attempts went, in figures that fit together. */
@Tag("slow")
class InsightsTest {
  @TempDir Path directory;
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, TestBaton.atMost(2));
  }

  private Figures figures() {
    var since = baton.orchestrator().costs().since(2);
    return baton
        .orchestrator()
        .insights()
        .read(new CostQuery(Optional.empty(), Optional.empty(), since));
  }

  private long count(Outcome outcome) {
    return figures().days().stream().mapToLong(day -> day.count(outcome)).sum();
  }

  @Test
  void who_came_to_review_has_ended_and_runs_on_and_who_was_stopped_has_not_failed()
      throws Exception {
    var again = baton.start("say done").attemptId();
    baton.awaitEnd(again);
    baton.orchestrator().followUps().send(caller(), to(again, "hang"));
    baton.awaitEnd(baton.start("exit 3").attemptId());
    var stopped = baton.start("hang").attemptId();
    var inLine = baton.start("say never").attemptId();
    baton.orchestrator().attempts().stop(inLine, false);
    baton.orchestrator().attempts().stop(stopped, true);

    for (var kind : figures().kinds()) {
      assertThat(kind.attempts()).isEqualTo(4);
      assertThat(kind.ended()).isEqualTo(2);
      assertThat(kind.reviewed()).isEqualTo(1);
    }
    assertThat(figures().all().ended()).isEqualTo(2);
    assertThat(count(Outcome.OPEN)).isEqualTo(1);
    assertThat(count(Outcome.FAILED)).isEqualTo(1);
    assertThat(count(Outcome.DROPPED)).isEqualTo(2);
    baton.orchestrator().attempts().stop(again, true);
  }
}
