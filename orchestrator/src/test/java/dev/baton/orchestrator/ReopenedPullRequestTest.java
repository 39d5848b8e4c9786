package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A pull request that was closed at its forge is looked at rarely, for a month. */
@Tag("slow")
class ReopenedPullRequestTest {
  @RegisterExtension final Databases sqlite = Databases.of(Dialect.SQLITE);
  @RegisterExtension final Databases postgres = Databases.of(Dialect.POSTGRESQL);
  @TempDir Path directory;
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  private TestBaton baton(Dialect dialect, TestForge gh) {
    InstantSource source = () -> Instant.now().plus(ahead.get());
    Clock clock = source.withZone(ZoneOffset.UTC);
    var baton =
        TestBaton.in(
            directory,
            (dialect == Dialect.SQLITE ? sqlite : postgres).newAddress(),
            setup -> setup.withForges(gh.forges()).withClock(clock));
    TestForge.remote(baton.repository(), TestForge.GITHUB);
    return baton;
  }

  private static UUID proposed(TestBaton baton) {
    var attempt = baton.start("write a.txt one").attemptId();
    baton.awaitEnd(attempt);
    baton
        .orchestrator()
        .pullRequests()
        .create(
            new NewPullRequest(
                new PushRequest(attempt, Optional.empty()),
                Optional.empty(),
                Optional.empty(),
                false));
    return attempt;
  }

  private static UUID closed(TestBaton baton, TestForge gh) {
    var attempt = proposed(baton);
    gh.put("state", "CLOSED");
    var seen = baton.orchestrator().pullRequestWatch().look(attempt).pullRequests().getFirst();
    assertThat(seen.state()).isEqualTo(PullRequestState.CLOSED);
    return attempt;
  }

  private static PullRequestState state(TestBaton baton, UUID attempt) {
    return baton.status(attempt).standing().pullRequests().getFirst().state();
  }

  private static void awaitState(TestBaton baton, UUID attempt, PullRequestState state) {
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              baton.orchestrator().pullRequestWatch().beginRound();
              assertThat(state(baton, attempt)).isEqualTo(state);
            });
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void one_that_is_reopened_there_is_open_here_within_the_hour(Dialect dialect) {
    var gh = TestForge.of(directory.resolve("bin"), "gh");
    try (var baton = baton(dialect, gh)) {
      var attempt = closed(baton, gh);
      gh.put("state", "OPEN");

      ahead.set(Duration.ofMinutes(61));

      awaitState(baton, attempt, PullRequestState.OPEN);
      gh.put("state", "MERGED");
      ahead.set(Duration.ofMinutes(63));
      awaitState(baton, attempt, PullRequestState.MERGED);
    }
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void one_that_cannot_be_read_keeps_no_other_from_being_read(Dialect dialect) {
    var gh = TestForge.of(directory.resolve("bin"), "gh");
    try (var baton = baton(dialect, gh)) {
      var unreadable = closed(baton, gh);
      var attempt = closed(baton, gh);
      gh.put("state", "OPEN");

      ahead.set(Duration.ofMinutes(61));
      awaitLook(baton, unreadable);
      ahead.set(Duration.ofMinutes(123));

      awaitState(baton, attempt, PullRequestState.OPEN);
      assertThat(state(baton, unreadable)).isEqualTo(PullRequestState.CLOSED);
    }
  }

  private static Instant looked(TestBaton baton, UUID attempt) {
    return baton.status(attempt).standing().pullRequests().getFirst().lookedAt();
  }

  private static void awaitLook(TestBaton baton, UUID attempt) {
    var before = looked(baton, attempt);
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              baton.orchestrator().pullRequestWatch().beginRound();
              assertThat(looked(baton, attempt)).isAfter(before);
            });
  }

  @ParameterizedTest
  @EnumSource(Dialect.class)
  void after_a_month_it_is_read_on_demand_only(Dialect dialect) {
    var gh = TestForge.of(directory.resolve("bin"), "gh");
    try (var baton = baton(dialect, gh)) {
      var old = closed(baton, gh);
      ahead.set(Duration.ofDays(29));
      awaitLook(baton, old);
      var before = looked(baton, old);

      ahead.set(Duration.ofDays(31));
      var young = closed(baton, gh);
      ahead.set(Duration.ofDays(31).plusMinutes(61));
      awaitLook(baton, young);

      assertThat(looked(baton, old)).isEqualTo(before);
    }
  }
}
