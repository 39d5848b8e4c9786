package dev.baton.orchestrator.agent;

import dev.baton.orchestrator.agent.AgentOutput.Entry;
import dev.baton.orchestrator.agent.ToolUse.Status;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Collects what an agent's output meant so far: it joins pieces of messages, knows which tools are
 * in use, and gives every entry a key that depends on its line only. Not thread safe.
 */
public final class TurnLog {
  private static final int MAX_SUMMARY = 1000;

  private final List<AgentOutput> outputs = new ArrayList<>();
  private final Map<String, ToolUse> openTools = new LinkedHashMap<>();
  private final Set<String> denied = new HashSet<>();
  private final MessagePieces pieces = new MessagePieces();
  private String lastWords = "";
  private String lastError = "";
  private String session = "";
  private boolean ended;
  private long line;
  private int part;

  void startLine() {
    line++;
    part = 0;
  }

  List<AgentOutput> take() {
    var taken = List.copyOf(outputs);
    outputs.clear();
    return taken;
  }

  boolean hasEnded() {
    return ended;
  }

  /** The last error that the agent spoke of; empty if it spoke of none. */
  String lastError() {
    return lastError;
  }

  /** A whole message; a blank one is left out. */
  public void say(EntryType type, String text) {
    joinPieces();
    add(nextKey(), type, text);
  }

  /**
   * A piece of a message. Pieces of one type and message become one entry as soon as something else
   * follows.
   *
   * @param message the agent's id of the message; empty if it gives none
   */
  public void piece(EntryType type, String message, String text) {
    if (!pieces.take(type, message, text)) {
      joinPieces();
      pieces.start(nextKey(), type, message, text);
    }
  }

  /** Makes an entry of the pieces so far. */
  public void joinPieces() {
    pieces.join().ifPresent(whole -> add(whole.key(), whole.type(), whole.content()));
  }

  private void add(String key, EntryType type, String text) {
    if (text.isBlank()) {
      return;
    }
    if (type == EntryType.ASSISTANT_MESSAGE) {
      lastWords = Excerpt.start(text.strip(), MAX_SUMMARY);
    }
    if (type == EntryType.ERROR) {
      lastError = Excerpt.start(text.strip(), MAX_SUMMARY);
    }
    outputs.add(Entry.of(key, type, text));
  }

  private String nextKey() {
    return "line-%d.%d".formatted(line, part++);
  }

  /** A use of a tool, begun or changed. */
  public void tool(ToolUse tool) {
    tool(tool, ToolWords.of(tool));
  }

  /** A use of a tool, begun or changed, in the agent's own words. */
  public void tool(ToolUse tool, String words) {
    write(tool, words);
    if (tool.status() == Status.DENIED) {
      var why = tool.result().filter(text -> !text.isBlank()).map(" (%s)"::formatted);
      deny(tool.id(), ToolWords.of(tool) + why.orElse(""));
    }
  }

  /**
   * The agent was refused an action; said once for each.
   *
   * @param id the agent's own, of the use of a tool where it was one
   */
  public void deny(String id, String summary) {
    if (denied.add(id)) {
      outputs.add(new AgentOutput.ActionDenied(Excerpt.start(summary, MAX_SUMMARY)));
    }
  }

  private void write(ToolUse tool, String words) {
    joinPieces();
    switch (tool.status()) {
      case PENDING, RUNNING -> openTools.put(tool.id(), tool);
      case COMPLETED, FAILED, DENIED -> openTools.remove(tool.id());
    }
    outputs.add(Entry.of("tool-" + tool.id(), words, tool));
  }

  /** A use of a tool that was only announced has begun, because it was allowed. */
  public void begin(String id) {
    openTools.computeIfPresent(id, (_, tool) -> tool.withStatus(Status.RUNNING));
  }

  /** A use of a tool that has begun and not ended. */
  public Optional<ToolUse> findOpenTool(String id) {
    return Optional.ofNullable(openTools.get(id));
  }

  void closeTools() {
    joinPieces();
    for (var tool : List.copyOf(openTools.values())) {
      var began = tool.status() == Status.RUNNING;
      var why = began ? "The agent ended before this tool did" : "This tool was not run";
      var ended = tool.withResult(began ? Status.FAILED : Status.DENIED, why);
      // why not denied: nobody refused it
      write(ended, ToolWords.of(ended));
    }
  }

  /** The agent's id of the conversation; said once. */
  public void session(String id) {
    if (!id.isBlank() && !id.equals(session)) {
      session = id;
      outputs.add(new AgentOutput.SessionStarted(id));
    }
  }

  /** The agent waits for an answer. */
  public void approval(String requestId, String toolName, String summary, JsonNode input) {
    joinPieces();
    outputs.add(
        new AgentOutput.ApprovalRequested(
            requestId, toolName, Excerpt.start(summary, MAX_SUMMARY), input));
  }

  public void withdrawApproval(String requestId) {
    outputs.add(new AgentOutput.ApprovalWithdrawn(requestId));
  }

  public void send(AgentOutput.Send send) {
    outputs.add(send);
  }

  /** What the turn cost, as an entry too; a report of nothing says nothing. */
  public void usage(UsageReport usage) {
    if (usage.isEmpty()) {
      return;
    }
    joinPieces();
    outputs.add(new AgentOutput.UsageReported(usage));
    outputs.add(Entry.of("usage", EntryType.USAGE, usage.words()));
  }

  /** The agent did its work; its last words are the summary. */
  public void succeed() {
    joinPieces();
    end(new TurnResult.Succeeded(lastWords));
  }

  public void fail(TurnResult.Cause cause, String summary) {
    joinPieces();
    end(new TurnResult.Failed(cause, Excerpt.start(summary.strip(), MAX_SUMMARY)));
  }

  /** Ends the turn; what was said first stands. */
  void end(TurnResult result) {
    if (ended) {
      return;
    }
    ended = true;
    if (result instanceof TurnResult.Failed) {
      outputs.add(Entry.of("end", EntryType.ERROR, result.summary()));
    }
    outputs.add(new AgentOutput.TurnEnded(result));
  }

  /** Pieces of one message that an agent is still saying. */
  private static final class MessagePieces {
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
}
