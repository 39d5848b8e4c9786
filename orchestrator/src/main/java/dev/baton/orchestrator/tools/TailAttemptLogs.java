package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.OmitWhenEmpty;
import dev.baton.mcp.tool.TaskSupport;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.Tail;
import dev.baton.orchestrator.progress.Transcripts.LogQuery;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

final class TailAttemptLogs {
  private static final String AFTER = "after_entry_index";

  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("normalized (default): what the output means; raw: the lines as printed")
          Optional<LogChannel> channel,
      @Description("1 to 1000, default 50; ends at 10 kB, with limit at 30 kB")
          Optional<BigInteger> limit,
      @Description("Entries below this entry_index: next_cursor of the page before")
          Optional<BigInteger> cursor,
      @Description("Only entries above this entry_index, oldest first; -1 reads from the first")
          Optional<BigInteger> afterEntryIndex,
      @Description("With after_entry_index: milliseconds to wait for an entry, at most 45000")
          Optional<BigInteger> waitMs) {
    LogQuery toQuery() {
      return new LogQuery(
          attemptId,
          channel.orElse(LogChannel.NORMALIZED),
          new Tail(
              limit.map(Limits::entries).orElseGet(PageLimit::byDefault),
              cursor.map(Limits::index),
              afterEntryIndex.map(Limits::index)),
          waitMs.map(Limits::milliseconds).orElse(Duration.ZERO));
    }
  }

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Which log") LogChannel channel,
      @Description("Entries, oldest first") List<Entry> entries,
      @Description("Index of the newest, or null") Optional<Long> latestEntryIndex,
      @Description("cursor for older entries, or null") Optional<Long> nextCursor,
      @Description("More in the direction asked for") boolean hasMore) {}

  record Entry(
      @Description("Place in the log, from 0") long entryIndex,
      @Description("The process") UUID executionProcessId,
      @Description("Time") Instant timestamp,
      @Description(
              "stdout, stderr; user_message, assistant_message, thinking, tool_use, system_message,"
                  + " error, usage")
          String type,
      @Description("Text, or one printed line") String content,
      @OmitWhenEmpty @Description("The next entry goes on with it") Optional<Boolean> continues,
      @OmitWhenEmpty @Description("entry_index that it replaces") Optional<Long> replaces,
      @OmitWhenEmpty @Description("The tool call of a tool_use entry") Optional<ToolCall> tool) {
    static Entry of(LogEntry entry) {
      return new Entry(
          entry.index(),
          entry.processId(),
          entry.timestamp(),
          entry.type(),
          entry.content(),
          Optional.of(entry.continues()).filter(continues -> continues),
          entry.replaces(),
          entry.tool().map(ToolCall::of));
    }
  }

  record ToolCall(
      @Description("The agent's id of the call") String id,
      @Description("Its tool") String name,
      @Description("Such as read, edit, execute, search, other") String kind,
      @Description("Such as running, completed, failed") String status,
      @Description("Any JSON; null if not known") Optional<JsonNode> input,
      @Description("What came out; null while it runs") Optional<String> result) {
    static ToolCall of(LogEntry.ToolUse use) {
      return new ToolCall(
          use.id(), use.name(), use.kind(), use.status(), use.input(), use.result());
    }
  }

  private TailAttemptLogs() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("tail_attempt_logs", Request.class, Response.class)
        .title("Tail attempt logs")
        .description(
            """
            Reads what an attempt's agent and scripts did and printed; the newest part by default.
            Use when: you want to see an agent's steps, or why it failed.
            Required: attempt_id.
            Optional: channel, limit, cursor (older) or after_entry_index (newer), wait_ms.
            Next: the same with after_entry_index = latest_entry_index for what comes later.
            Avoid: cursor and after_entry_index together; reading all of a long log.\
            """)
        .annotations(Hints.READS)
        .taskSupport(TaskSupport.FORBIDDEN)
        .rule(
            Rules.notWithCursor(AFTER), arguments -> Rules.refuseMixedPagination(arguments, AFTER))
        .handler(new OperationHandler<>(orchestrator, TailAttemptLogs::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var query = request.toQuery();
    var page = orchestrator.transcripts().logs(query, ItemView.of(Entry::of));
    return new Response(
        query.attemptId(),
        query.channel(),
        page.items(),
        page.latestIndex(),
        page.nextCursor(),
        page.hasMore());
  }
}
