package dev.baton.orchestrator.tools;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.changes.BlockedRead;
import dev.baton.orchestrator.changes.FileContent;
import dev.baton.orchestrator.review.AttemptWork.FileQuery;
import java.math.BigInteger;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

final class GetAttemptFile {
  private static final ObjectNode LINES_OR_OFFSET =
      Json.parseObject(
          """
          {"dependentSchemas": {"offset": {"properties": {"start_line": false, "end_line": false}}}}
          """);

  record Request(
      @Description(FieldText.ATTEMPT_ID) UUID attemptId,
      @Description("Path as get_attempt_changes shows it") String path,
      @Description("First line to read, from 1; not with offset") Optional<BigInteger> startLine,
      @Description("Last line to read; not with offset") Optional<BigInteger> endLine,
      @Description("Byte to begin at, from 0; not with lines") Optional<BigInteger> offset,
      @Description("Most bytes to read, 4 to 524288. Default 30000")
          Optional<BigInteger> maxBytes) {
    FileQuery toQuery() {
      return new FileQuery(
          attemptId,
          path,
          startLine.map(Limits::whole),
          endLine.map(Limits::whole),
          offset.map(Limits::index),
          maxBytes.map(Limits::whole));
    }
  }

  record Response(
      @Description("The text; empty if blocked") String content,
      @Description("First line, or null") Optional<Long> startLine,
      @Description("Line that it ends in, or null") Optional<Long> endLine,
      @Description("Byte that it begins at") long offset,
      @Description("There is no content") boolean blocked,
      @Description("Why there is none, or null") Optional<BlockedRead> blockedReason,
      @Description("The file goes on") boolean truncated,
      @Description("Of the file") long totalBytes,
      @Description("How to read on, or null") Optional<String> hint) {
    static Response of(FileContent file) {
      return new Response(
          file.content(),
          file.startLine(),
          file.endLine(),
          file.offset(),
          file.blocked().isPresent(),
          file.blocked(),
          file.truncated(),
          file.totalBytes(),
          file.hint());
    }
  }

  private GetAttemptFile() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("get_attempt_file", Request.class, Response.class)
        .title("Get attempt file")
        .description(
            """
            Reads a text file from an attempt's workspace, as it is now.
            Use when: a patch is not enough and you need what stands around it.
            Required: attempt_id, path.
            Optional: start_line and end_line, or offset; max_bytes.
            Next: the same with a later start_line or offset if truncated is true.
            Avoid: reading whole files to see a change; get_attempt_patch shows it.""")
        .annotations(Hints.READS)
        .rule(LINES_OR_OFFSET, GetAttemptFile::refuseBoth)
        .handler(new OperationHandler<>(orchestrator, GetAttemptFile::handle));
  }

  private static void refuseBoth(ObjectNode arguments) {
    if (arguments.has("offset") && (arguments.has("start_line") || arguments.has("end_line"))) {
      throw ToolFailure.invalid(
          "/offset",
          "Both offset and lines were given",
          "Repeat the call with offset alone, or with start_line and end_line alone");
    }
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return Response.of(orchestrator.work().file(request.toQuery()));
  }
}
