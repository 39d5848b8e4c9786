package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.progress.Transcripts.MessageQuery;
import dev.baton.orchestrator.transcript.SessionMessage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages to one session of an attempt that has several. */
@Tag("slow")
class SessionTargetTest {
  @TempDir Path directory;
  @AutoClose private TestBaton baton;
  private UUID attempt;
  private UUID first;

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory);
    var started = baton.start("say first");
    attempt = started.attemptId();
    first = started.sessionId().orElseThrow();
    baton.awaitEnd(attempt);
  }

  @Test
  void an_older_session_goes_on_and_the_newest_stays_the_latest() {
    var second = sendAfresh("say second");

    var sent = baton.orchestrator().followUps().send(caller(), session(first, "recall"));

    assertThat(sent.sessionId()).isEqualTo(first);
    var status = baton.awaitEnd(attempt);
    assertThat(words(first)).startsWith("first").last().asString().contains("2");
    assertThat(words(second)).containsExactly("second");
    assertThat(status.latestSessionId()).contains(second);
    assertThat(status.latestProcess().orElseThrow().sessionId()).contains(first);
    assertThat(baton.orchestrator().followUps().send(caller(), to(attempt, "say on")).sessionId())
        .isEqualTo(second);
    baton.awaitEnd(attempt);
  }

  @Test
  void a_queued_message_belongs_to_its_session_also_over_a_restart() {
    var second = sendAfresh("sleep 2", "say second");

    var queued = baton.orchestrator().followUps().queue(caller(), session(first, "say third"));
    baton.orchestrator().followUps().queue(caller(), session(second, "say fourth"));
    baton.restart();

    assertThat(queued.sessionId()).isEqualTo(first);
    baton.awaitEnd(attempt);
    assertThat(words(first)).containsExactly("first", "third");
    assertThat(words(second)).containsExactly("second", "fourth");
  }

  @Test
  void a_held_message_of_another_session_does_not_lend_its_session_to_the_answer() {
    var second = sendAfresh("sleep 0.5", "exit 1");
    baton.orchestrator().followUps().queue(caller(), session(second, "say held"));
    baton.awaitEnd(attempt);

    var queued = baton.orchestrator().followUps().queue(caller(), session(first, "say third"));

    assertThat(queued.sessionId()).isEqualTo(first);
    baton.awaitEnd(attempt);
    assertThat(words(first)).containsExactly("first", "third");
    assertThat(words(second)).containsExactly("held");
  }

  @Test
  void a_lost_session_is_said_although_a_newer_one_is_well_and_can_be_taken_up_anew()
      throws Exception {
    forgetConversations();
    baton.orchestrator().followUps().send(caller(), to(attempt, "recall"));
    baton.awaitEnd(attempt);
    sendAfresh("say second");

    assertThatThrownBy(
            () -> baton.orchestrator().followUps().send(caller(), session(first, "say third")))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(BoardFailureCode.SESSION_LOST));
    var fresh =
        baton
            .orchestrator()
            .followUps()
            .send(
                caller(),
                new FollowUp(
                    FollowUpTarget.session(first), "say third", Optional.of("NO_CONTEXT")));
    baton.awaitEnd(attempt);
    assertThat(words(fresh.sessionId())).anyMatch(text -> text.contains("first")).contains("third");
  }

  private UUID sendAfresh(String... script) {
    var sent =
        baton
            .orchestrator()
            .followUps()
            .send(
                caller(),
                new FollowUp(
                    FollowUpTarget.attempt(attempt),
                    String.join("\n", script),
                    Optional.of("NO_CONTEXT")));
    if (!script[0].startsWith("sleep")) {
      baton.awaitEnd(attempt);
    }
    assertThat(sent.sessionId()).isNotEqualTo(first);
    return sent.sessionId();
  }

  private static FollowUp session(UUID session, String prompt) {
    return new FollowUp(FollowUpTarget.session(session), prompt, Optional.empty());
  }

  private List<String> words(UUID session) {
    return baton
        .orchestrator()
        .transcripts()
        .messages(
            new MessageQuery(FollowUpTarget.session(session), Tail.newest(PageLimit.items(1000))),
            PageView.<SessionMessage>plain())
        .page()
        .items()
        .stream()
        .filter(message -> message.role() == SessionMessage.Role.ASSISTANT)
        .map(SessionMessage::content)
        .toList();
  }

  private void forgetConversations() throws Exception {
    try (var files = Files.walk(directory.resolve("conversations"))) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
