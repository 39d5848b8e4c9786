package dev.baton.mcp.workflow;

import dev.baton.mcp.resource.Resource;
import dev.baton.mcp.server.Gate;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.server.McpServerBuilder;
import dev.baton.mcp.transport.StdioClient;
import dev.baton.mcp.transport.TestClient;
import dev.baton.mcp.transport.Web;
import dev.baton.task.InMemoryTaskStore;
import dev.baton.task.MovableClock;
import dev.baton.task.TaskId;
import dev.baton.task.TaskLimits;
import dev.baton.task.TaskOwner;
import dev.baton.task.TaskRecord;
import dev.baton.workflow.SequentialWorkflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** A server with workflows, and the handles by which a test steers it. Closes its clients. */
final class WorkflowServer implements AutoCloseable {
  static final String GUIDE = "resource://guide";
  static final String STYLE = "resource://style";
  static final String BROKEN = "resource://broken";

  private final Gate gate = new Gate();
  private final Tools tools = new Tools(gate);
  private final MovableClock clock;
  private final SteeredStore store;
  private final McpServer mcp;
  private final List<TestClient> clients = new ArrayList<>();
  private Optional<Web> web = Optional.empty();

  private WorkflowServer(
      MovableClock clock,
      SteeredStore store,
      TaskLimits limits,
      UnaryOperator<McpServerBuilder> settings) {
    this.clock = clock;
    this.store = store;
    var builder =
        McpServer.named("test", "1")
            .withClock(clock)
            .withTaskStore(store)
            .withTaskLimits(limits)
            .resource(Resource.text(GUIDE, "guide", "text/plain", "Be kind"))
            .resource(Resource.text(STYLE, "style", "text/plain", "Be short"))
            .resource(
                Resource.of(
                    BROKEN,
                    "broken",
                    "text/plain",
                    context -> {
                      throw new IllegalStateException("inner detail");
                    }));
    tools.all().forEach(builder::tool);
    mcp = settings.apply(builder).build();
  }

  static WorkflowServer serving(SequentialWorkflow... workflows) {
    return with(builder -> builder.part(Workflows.of(workflows)));
  }

  static WorkflowServer with(UnaryOperator<McpServerBuilder> settings) {
    return within(TaskLimits.DEFAULT, settings);
  }

  static WorkflowServer within(TaskLimits limits, SequentialWorkflow... workflows) {
    return within(limits, builder -> builder.part(Workflows.of(workflows)));
  }

  static WorkflowServer within(TaskLimits limits, UnaryOperator<McpServerBuilder> settings) {
    var clock = new MovableClock();
    return new WorkflowServer(
        clock, new SteeredStore(new InMemoryTaskStore(clock, limits)), limits, settings);
  }

  /** The next process on the same store, after this one has died. */
  WorkflowServer restarted(SequentialWorkflow... workflows) {
    return restarted(builder -> builder.part(Workflows.of(workflows)));
  }

  WorkflowServer restarted(UnaryOperator<McpServerBuilder> settings) {
    mcp.close();
    store.die();
    return new WorkflowServer(clock, store.beside(), TaskLimits.DEFAULT, settings);
  }

  /** Another process on the same store. */
  WorkflowServer beside(SequentialWorkflow... workflows) {
    return new WorkflowServer(
        clock,
        store.beside(),
        TaskLimits.DEFAULT,
        builder -> builder.part(Workflows.of(workflows)));
  }

  /** A client that can do everything. */
  TestClient client(Way way) {
    return connect(way.isHttp()).speaking(way.era());
  }

  /** A client of the newer era with these capabilities. */
  TestClient modern(boolean http, String capabilities) {
    return connect(http).modern(capabilities);
  }

  /** A client that has said nothing yet. */
  TestClient connect(boolean http) {
    return kept(http ? web().client() : new StdioClient(mcp));
  }

  /** A client of the newer era over HTTP, of this owner. */
  TestClient of(String token) {
    return kept(web().client(token)).modern(TestClient.ALL);
  }

  private TestClient kept(TestClient client) {
    clients.add(client);
    return client;
  }

  private Web web() {
    var running = web.orElseGet(() -> Web.serve(mcp));
    web = Optional.of(running);
    return running;
  }

  Tools tools() {
    return tools;
  }

  Gate gate() {
    return gate;
  }

  MovableClock clock() {
    return clock;
  }

  SteeredStore store() {
    return store;
  }

  McpServer mcp() {
    return mcp;
  }

  /** The local user's task, as it is stored. */
  TaskRecord task(String id) {
    return store.find(TaskOwner.LOCAL, new TaskId(id)).orElseThrow();
  }

  /** A variable of the local user's task; missing if it has none of that name. */
  JsonNode variable(String id, String name) {
    return Optional.ofNullable(task(id).variables().get(name)).orElse(MissingNode.getInstance());
  }

  @Override
  public void close() {
    clients.forEach(TestClient::close);
    mcp.close();
    web.ifPresent(Web::close);
  }
}
