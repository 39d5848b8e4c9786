package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import java.util.UUID;
import java.util.function.Supplier;

final class StopDevServer {
  record Request(@Description(FieldText.ATTEMPT_ID) UUID attemptId) {}

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("Number of dev servers that were ended; 0 if none ran") int stopped) {}

  private StopDevServer() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("stop_dev_server", Request.class, Response.class)
        .title("Stop dev server")
        .description(
            """
            Ends the dev servers of an attempt and answers when they have ended.
            Use when: nobody looks at what start_dev_server started any more.
            Required: attempt_id.
            Optional: nothing.
            Next: start_dev_server to start them again.
            Avoid: stop_attempt for this; it ends agents and leaves dev servers.""")
        .annotations(Hints.REMOVES)
        .handler(new OperationHandler<>(orchestrator, StopDevServer::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return new Response(request.attemptId(), orchestrator.devServers().stop(request.attemptId()));
  }
}
