package dev.baton.mcp.transport;

import dev.baton.mcp.internal.connection.Reply;
import dev.baton.mcp.internal.era.Refusal;
import dev.baton.mcp.internal.framing.LineWriter;
import dev.baton.mcp.request.Permit;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/** The way back over the one stream that all requests share. */
final class StdioReply implements Reply {
  private final LineWriter writer;
  private final Permit permit;
  private final ReentrantLock lock = new ReentrantLock();
  private boolean ended;

  StdioReply(LineWriter writer, Permit permit) {
    this.writer = writer;
    this.permit = permit;
  }

  @Override
  public Permit permit() {
    return permit;
  }

  @Override
  public boolean send(ObjectNode message) {
    lock.lock();
    try {
      if (!ended) {
        writer.write(message);
      }
      return !ended;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void staysOpen() {
    // why: requests are not counted here by owner
  }

  @Override
  public void answer(ObjectNode response) {
    // why: one hold of the lock, or a late notification slips in behind the answer
    lock.lock();
    try {
      send(response);
      ended = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void refuse(ObjectNode response, Refusal reason) {
    answer(response);
  }

  @Override
  public void withhold() {
    lock.lock();
    try {
      ended = true;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void onClientGone(Runnable action) {
    // why: when this client goes, the end of its input ends all its requests together
  }
}
