package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.function.Supplier;

final class TestNotice {
  record Request(@Description("Name of the receiver, from list_notices") String name) {}

  record Response(
      @Description("Name of the receiver") String name,
      @Description("True: it took the test") boolean delivered,
      @Description("Milliseconds that took") long tookMs) {}

  private TestNotice() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("test_notice", Request.class, Response.class)
        .title("Test notice")
        .description(
            """
            Sends a test to a receiver of notices and waits for its answer.
            Use when: a receiver is new or was changed.
            Required: name.
            Optional: nothing.
            Next: list_notices.
            Avoid: using it to send words of your own; it takes none.\
            """)
        .annotations(Hints.SETS)
        .handler(new OperationHandler<>(orchestrator, TestNotice::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    var time = orchestrator.notices().test(request.name());
    return new Response(request.name(), true, time.toMillis());
  }
}
