package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Dialect;
import dev.baton.orchestrator.notice.NoticeSetup;
import dev.baton.orchestrator.notice.TestReceiver.Heard;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class PostgresNoticeTest extends NoticeContract {
  PostgresNoticeTest() {
    super(Dialect.POSTGRESQL);
  }

  @Test
  void of_two_servers_one_tells() throws Exception {
    var hook = webhook("hook", receiver.url(), Set.of("127.0.0.1"), "task.created");
    var there = Files.createDirectories(directory.resolve("there"));
    try (var baton = open(hook)) {
      try (var second =
          TestBaton.in(there, address, it -> it.withNotices(NoticeSetup.of(List.of(hook))))) {
        for (int number = 0; number < 10; number++) {
          baton.task("Task " + number);
          second.task("Task " + number);
        }
        await(() -> assertThat(receiver.heard()).hasSize(20));
        // why: what was heard and is not noted yet is told again
        await(
            () ->
                assertThat(second.orchestrator().notices().list())
                    .allMatch(it -> it.pending() == 0));
      }
      baton.task("Last");
      await(() -> assertThat(receiver.heard()).hasSize(21));
      assertThat(events()).doesNotHaveDuplicates().isSorted();
    }
  }

  @Test
  void whom_one_server_knows_no_more_the_other_goes_on_telling() throws Exception {
    var hook = webhook("hook", receiver.url(), Set.of("127.0.0.1"), "task.created");
    var there = Files.createDirectories(directory.resolve("there"));
    var setup = new AtomicReference<>(NoticeSetup.of(List.of(hook)));
    try (var baton = TestBaton.in(directory, address, it -> it.withNotices(setup::get));
        var second =
            TestBaton.in(there, address, it -> it.withNotices(NoticeSetup.of(List.of(hook))))) {
      baton.task("Told by the first");
      await(() -> assertThat(receiver.heard()).hasSize(1));
      setup.set(NoticeSetup.NONE);
      assertThat(baton.orchestrator().notices().list()).isEmpty();
      await(
          () -> {
            second.task("Told by the second");
            assertThat(receiver.heard()).hasSizeGreaterThan(1);
          });
    }
  }

  private List<Long> events() {
    return receiver.heard().stream().map(Heard::event).toList();
  }
}
