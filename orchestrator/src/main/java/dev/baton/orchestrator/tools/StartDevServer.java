package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.progress.DevServerControl.DevServer;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

final class StartDevServer {
  record Request(@Description(FieldText.ATTEMPT_ID) UUID attemptId) {}

  record Response(
      @Description(FieldText.ID_OF_ATTEMPT) UUID attemptId,
      @Description("What was started, one for each repo that has a dev server")
          List<View> devServers) {}

  record View(
      @Description("UUID of the repo") UUID repoId,
      @Description("Name in its project") String repoName,
      @Description(FieldText.ID_OF_PROCESS) UUID executionProcessId) {
    static View of(DevServer server) {
      return new View(server.repoId(), server.repoName(), server.executionProcessId());
    }
  }

  private StartDevServer() {}

  static Tool<Request, Response> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named("start_dev_server", Request.class, Response.class)
        .title("Start dev server")
        .description(
            """
            Starts the dev servers of an attempt's repos in its worktrees. They run until
            stop_dev_server, whatever the agent does, and count for nothing.
            Use when: somebody wants to try what an attempt has made.
            Required: attempt_id.
            Optional: nothing.
            Next: tail_attempt_logs for the address that it prints.
            Avoid: a second start; it is refused while one runs.""")
        .annotations(Hints.ADDS)
        .handler(new OperationHandler<>(orchestrator, StartDevServer::handle));
  }

  static Response handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return new Response(
        request.attemptId(),
        orchestrator.devServers().start(request.attemptId()).stream().map(View::of).toList());
  }
}
