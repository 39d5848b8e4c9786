package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.progress.Transcripts.MessageQuery;
import dev.baton.orchestrator.transcript.SessionMessage;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class TailSessionMessages {
  private static final String AFTER = "after_message_index";

  private static final ObjectNode ONE_TARGET =
      Json.parseObject(
          """
          {"if": {"required": ["session_id"]},
           "then": {"not": {"required": ["attempt_id"]}},
           "else": {"required": ["attempt_id"]}}\
          """);

  record Request(
      @Description("Session, latest_session_id of get_attempt_status; this or attempt_id")
          Optional<UUID> sessionId,
      @Description("For its newest session; this or session_id") Optional<UUID> attemptId,
      @Description(FieldText.LIMIT) Optional<BigInteger> limit,
      @Description("Messages below this message_index: next_cursor of the page before")
          Optional<BigInteger> cursor,
      @Description("Only messages above this message_index, oldest first; -1 reads from the first")
          Optional<BigInteger> afterMessageIndex) {
    MessageQuery toQuery() {
      return new MessageQuery(
          new FollowUpTarget(attemptId, sessionId),
          new Tail(
              limit.map(Limits::items).orElseGet(PageLimit::byDefault),
              cursor.map(Limits::index),
              afterMessageIndex.map(Limits::index)));
    }
  }

  record Response(
      @Description(FieldText.ID_OF_SESSION) UUID sessionId,
      @Description("Messages, oldest first") List<Message> messages,
      @Description("Index of the newest, or null") Optional<Long> latestMessageIndex,
      @Description("cursor for older messages, or null") Optional<Long> nextCursor,
      @Description("More in the direction asked for") boolean hasMore) {}

  record Message(
      @Description("Place in the session, from 0") long messageIndex,
      @Description("user: a prompt; assistant: the agent's own words") SessionMessage.Role role,
      @Description("Text, at most 8 KiB") String content,
      @Description("The process") UUID executionProcessId,
      @Description("Time") Instant timestamp,
      @Description("The text was longer") boolean truncated) {
    static Message of(SessionMessage message) {
      return new Message(
          message.index(),
          message.role(),
          message.content(),
          message.processId(),
          message.timestamp(),
          message.isTruncated());
    }
  }

  private TailSessionMessages() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("tail_session_messages", Request.class, Response.class)
        .title("Tail session messages")
        .description(
            """
            Reads the conversation with an agent: prompts and its own words, without tool calls.
            Use when: you want to know what was said, or restore your context.
            Required: exactly one of attempt_id and session_id.
            Optional: limit, cursor (older) or after_message_index (newer).
            Next: follow_up with the same target; tail_attempt_logs for the tool calls.
            Avoid: cursor and after_message_index together.\
            """)
        .annotations(Hints.READS)
        .rule(ONE_TARGET, Rules::requireOneTarget)
        .rule(
            Rules.notWithCursor(AFTER), arguments -> Rules.refuseMixedPagination(arguments, AFTER))
        .handler(new OperationHandler<>(orchestrator, TailSessionMessages::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var messages = orchestrator.transcripts().messages(request.toQuery(), ItemView.of(Message::of));
    var page = messages.page();
    return new Response(
        messages.sessionId(), page.items(), page.latestIndex(), page.nextCursor(), page.hasMore());
  }
}
