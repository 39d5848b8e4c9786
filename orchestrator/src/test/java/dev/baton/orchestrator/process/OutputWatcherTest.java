package dev.baton.orchestrator.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.process.OutputWatcher.OutputPosition;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** All output of all programs, each line once, and then the end. */
@Tag("slow")
class OutputWatcherTest {
  private final TestRuns runs = new TestRuns();
  private final RecordingSink sink = new RecordingSink();
  private OutputWatcher watcher = OutputWatcher.start(runs.inspector(), sink);

  @AfterEach
  void close() {
    watcher.close();
    runs.close();
  }

  @Test
  void both_channels_are_read_to_their_end_and_then_the_end_is_told() {
    var id = watch("echo out 1; echo err >&2; echo out 2; printf 'no newline'; exit 3");

    await(() -> sink.hasEnded(id));
    assertThat(sink.texts(id, OutputChannel.STDOUT))
        .containsExactly("out 1", "out 2", "no newline");
    assertThat(sink.texts(id, OutputChannel.STDERR)).containsExactly("err");
    assertThat(sink.ending(id).orElseThrow().summary()).isEqualTo("exit code 3");
  }

  @Test
  void lines_arrive_while_the_program_runs() {
    var id = watch("echo first; exec sleep 100");
    await(() -> sink.count(id) == 1);
    assertThat(sink.hasEnded(id)).isFalse();
  }

  @Test
  void what_could_not_be_stored_is_read_again() {
    sink.failNext(3);
    var id = watch("echo 1; echo 2");
    await(() -> sink.hasEnded(id));
    assertThat(sink.texts(id, OutputChannel.STDOUT)).containsExactly("1", "2");
  }

  @Test
  void a_program_whose_output_is_refused_holds_up_no_other() {
    var bad = runs.shell("while :; do echo x; sleep 0.01; done");
    sink.refuse(bad.processId());
    runs.start(bad);
    watcher.watch(bad.processId(), runs.directory(bad.processId()), OutputPosition.START);
    var good = watch("for i in 1 2 3 4 5; do echo $i; sleep 0.05; done");

    await(() -> sink.hasEnded(good));
    assertThat(sink.texts(good, OutputChannel.STDOUT)).containsExactly("1", "2", "3", "4", "5");
    assertThat(sink.count(bad.processId())).isZero();
  }

  @Test
  void another_watcher_goes_on_where_the_first_ended() {
    var id = watch("for i in $(seq 1 200); do echo $i; sleep 0.01; done");
    await(() -> sink.count(id) > 20);
    watcher.close();
    var seen = sink.count(id);
    watcher = OutputWatcher.start(runs.inspector(), sink);
    watcher.watch(id, runs.directory(id), sink.position(id));

    await(() -> sink.hasEnded(id));
    assertThat(seen).isLessThan(200);
    assertThat(sink.texts(id, OutputChannel.STDOUT)).isEqualTo(numbers(200));
  }

  @Test
  void a_program_that_ended_while_nobody_looked_is_read_to_its_end() {
    var command = runs.shell("seq 1 5000; exit 4");
    runs.outputOf(command);
    var id = command.processId();
    watcher.watch(id, runs.directory(id), OutputPosition.START);

    await(() -> sink.hasEnded(id));
    assertThat(sink.texts(id, OutputChannel.STDOUT)).isEqualTo(numbers(5000));
    assertThat(sink.ending(id).orElseThrow().exitCode()).contains(4);
  }

  @Test
  void a_program_that_vanishes_is_told_with_the_reason_after_its_output() throws Exception {
    var run = runs.start(runs.shell("echo last words; exec sleep 100"));
    watcher.watch(run.processId(), run.directory(), OutputPosition.START);
    await(() -> sink.count(run.processId()) == 1);
    ProcessSignal.KILL.send(List.of(run.wrapper(), run.program()));

    await(() -> sink.hasEnded(run.processId()));
    assertThat(sink.ending(run.processId()).orElseThrow())
        .isInstanceOfSatisfying(
            Ending.Lost.class, lost -> assertThat(lost.reason()).contains("left no exit status"));
  }

  @Test
  void a_flood_is_stored_in_portions() {
    var id = watch("head -c 30000000 /dev/zero | tr '\\0' 'x'; echo; seq 1 100000");
    await(() -> sink.hasEnded(id));

    var texts = sink.texts(id, OutputChannel.STDOUT);
    var pieces = texts.size() - 100_000;
    assertThat(texts.subList(pieces, texts.size())).isEqualTo(numbers(100_000));
    assertThat(texts.subList(0, pieces).stream().mapToInt(String::length).sum())
        .isEqualTo(30_000_000);
    assertThat(sink.mostCharacters()).isLessThan(3_000_000);
  }

  @Test
  void many_programs_share_one_watcher_and_one_transaction() {
    var ids = new ArrayList<UUID>();
    for (var i = 0; i < 30; i++) {
      ids.add(watch("for i in $(seq 1 20); do seq $((i * 10 - 9)) $((i * 10)); sleep 0.05; done"));
    }
    await(() -> ids.stream().allMatch(sink::hasEnded));
    assertThat(ids)
        .allSatisfy(id -> assertThat(sink.texts(id, OutputChannel.STDOUT)).isEqualTo(numbers(200)));
    assertThat(sink.mostBatches()).isGreaterThan(1);
  }

  @Test
  void a_program_that_is_forgotten_is_read_no_more() {
    var run = runs.start(runs.shell("echo 1; read line < /dev/zero; echo 2"));
    watcher.watch(run.processId(), run.directory(), OutputPosition.START);
    await(() -> sink.count(run.processId()) == 1);
    watcher.forget(run.directory());
    runs.stop(run, true);

    var other = watch("echo other");
    await(() -> sink.hasEnded(other));
    assertThat(sink.hasEnded(run.processId())).isFalse();
  }

  @Test
  void what_somebody_else_has_by_now_is_read_no_more() {
    var run = runs.start(runs.shell("echo 1; while :; do echo 2; sleep 0.01; done"));
    watcher.watch(run.processId(), run.directory(), OutputPosition.START);
    await(() -> sink.count(run.processId()) > 0);
    sink.leave(run.processId());

    var other = watch("echo other");
    await(() -> sink.hasEnded(other));
    int read = sink.count(run.processId());
    runs.stop(run, true);
    var last = watch("echo last");
    await(() -> sink.hasEnded(last));
    assertThat(sink.count(run.processId())).isEqualTo(read);
    assertThat(sink.hasEnded(run.processId())).isFalse();
  }

  private UUID watch(String script) {
    var command = runs.shell(script);
    runs.launch(command);
    watcher.watch(command.processId(), runs.directory(command.processId()), OutputPosition.START);
    return command.processId();
  }

  private static List<String> numbers(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).toList();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(TestRuns.SOON).pollInterval(Duration.ofMillis(10)).until(condition);
  }

  /** Fails some times, as everything does when no file can be opened any more. */
  private static final class FailingClock extends Clock {
    private final AtomicInteger failures = new AtomicInteger(3);

    @Override
    public Instant instant() {
      if (failures.getAndDecrement() > 0) {
        throw new IllegalStateException("Too many open files");
      }
      return Instant.now();
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @Test
  void a_run_that_cannot_be_looked_at_for_some_time_stops_no_reading() throws Exception {
    watcher.close();
    var clock = new FailingClock();
    watcher = OutputWatcher.start(new ProgramInspector(runs.processes(), clock), sink);
    var lost = watch("exec sleep 100");
    var run = runs.run(lost);
    ProcessSignal.KILL.send(List.of(run.wrapper(), run.program()));
    await(() -> clock.failures.get() < 3);
    var id = watch("echo read");
    await(() -> sink.hasEnded(id));
    await(() -> sink.hasEnded(lost));
    assertThat(sink.texts(id, OutputChannel.STDOUT)).containsExactly("read");
  }
}
