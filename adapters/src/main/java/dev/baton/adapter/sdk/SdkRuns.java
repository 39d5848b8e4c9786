package dev.baton.adapter.sdk;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TraceForm;
import dev.baton.workflow.internal.run.Sleeper;
import dev.baton.workflow.internal.run.WorkflowRunner;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import java.time.Clock;
import java.util.function.Predicate;

/** What the runs of one server share. Thread safe if its handlers are. */
final class SdkRuns {
  private final WorkflowRunner runner = new WorkflowRunner(Clock.systemUTC(), Sleeper.threads());
  private final SdkServer server;
  private final SdkMessages messages;
  private final Predicate<String> isListed;
  private final TraceForm traceForm;

  SdkRuns(SdkServer server, Predicate<String> isListed, TraceForm traceForm) {
    this.server = server;
    this.messages = new SdkMessages(server);
    this.isListed = isListed;
    this.traceForm = traceForm;
  }

  WorkflowRunner runner() {
    return runner;
  }

  SdkMessages messages() {
    return messages;
  }

  SdkHost host(McpSyncServerExchange exchange) {
    return new SdkHost(server, isListed, exchange);
  }

  /** The form that a trace has: the workflow's, or else the server's. */
  TraceForm traceForm(SequentialWorkflow workflow) {
    return workflow.traceForm() == TraceForm.AUTO ? traceForm : workflow.traceForm();
  }
}
