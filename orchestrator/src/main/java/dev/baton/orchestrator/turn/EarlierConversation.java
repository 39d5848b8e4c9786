package dev.baton.orchestrator.turn;

import dev.baton.orchestrator.attempt.Turn;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.orchestrator.transcript.Utf8;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** What was said in a conversation before one of its turns. */
public final class EarlierConversation {
  private static final int MOST_MESSAGES = 20;
  private static final int MOST_BYTES = 6 * 1024;

  private final Tables tables;

  public EarlierConversation(Tables tables) {
    this.tables = tables;
  }

  /** The last messages before a turn, as a text; empty if there were none. */
  public Optional<String> before(UUID attemptId, long index) {
    var messages = new ArrayList<SessionMessage>();
    var seen = new HashSet<Long>();
    var turn = tables.turns().findByIndex(attemptId, index);
    while (turn.isPresent() && messages.size() < MOST_MESSAGES && seen.add(turn.get().index())) {
      var sessionId = turn.get().sessionId();
      if (sessionId.isEmpty()) {
        break;
      }
      messages.addAll(
          tables
              .sessions()
              .listMessagesBefore(
                  sessionId.get(), turn.get().index(), MOST_MESSAGES - messages.size()));
      // why: a conversation that began with a retry was told what had been said before
      turn =
          tables
              .turns()
              .findFirstOf(sessionId.get())
              .flatMap(Turn::retriedTurn)
              .flatMap(retried -> tables.turns().findByIndex(attemptId, retried));
    }
    return text(messages.reversed());
  }

  /** Messages, oldest first, cut to what is told to an agent. */
  static Optional<String> text(List<SessionMessage> messages) {
    var text =
        messages.stream()
            .map(message -> message.role().wireName() + ": " + message.content())
            .collect(Collectors.joining("\n\n"));
    return Optional.of(Utf8.cutStart(text, MOST_BYTES)).filter(words -> !words.isBlank());
  }
}
