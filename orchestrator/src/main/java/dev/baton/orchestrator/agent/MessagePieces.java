package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.AgentOutput.Entry;
import java.util.Optional;

/** Pieces of one message that an agent is still saying. */
final class MessagePieces {
  // why: an agent may talk without end; readers see so much at the latest
  private static final int MAX_LENGTH = 32 * 1024;

  private final StringBuilder text = new StringBuilder();
  private String key = "";
  private EntryType type = EntryType.ASSISTANT_MESSAGE;
  private String message = "";

  /** Adds a piece if it belongs to the message in hand. */
  boolean take(EntryType pieceType, String pieceMessage, String piece) {
    var belongs =
        !text.isEmpty()
            && text.length() < MAX_LENGTH
            && type == pieceType
            && message.equals(pieceMessage);
    if (belongs) {
      text.append(piece);
    }
    return belongs;
  }

  void start(String newKey, EntryType newType, String newMessage, String piece) {
    key = newKey;
    type = newType;
    message = newMessage;
    text.append(piece);
  }

  /** The message so far; nothing is in hand afterwards. */
  Optional<Entry> join() {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    var whole = Entry.of(key, type, text.toString());
    text.setLength(0);
    return Optional.of(whole);
  }
}
