package dev.baton.mcp.workflow;

import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.protocol.RpcException;
import dev.baton.mcp.request.InputRequest;
import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.server.Gate;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolAnnotations;
import dev.baton.mcp.tool.ToolBuilder;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.tool.ToolHandler;
import dev.baton.mcp.tool.ToolResult;
import dev.baton.mcp.transport.TestClient;
import dev.baton.workflow.reference.ToolHandle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.node.ObjectNode;

/** Tools for steps, which remember how they were called. Thread safe. */
final class Tools {
  static final ToolHandle<?, ?> FETCH = ToolHandle.named("fetch");
  static final ToolHandle<?, ?> STORE = ToolHandle.named("store");
  static final ToolHandle<?, ?> STORE_ASKING = ToolHandle.named("store_asking");
  static final ToolHandle<?, ?> WIPE = ToolHandle.named("wipe");
  static final ToolHandle<?, ?> ASK = ToolHandle.named("ask");
  static final ToolHandle<?, ?> WAIT = ToolHandle.named("wait");
  static final ToolHandle<?, ?> HOOK = ToolHandle.named("hook");
  static final ToolHandle<?, ?> FAIL = ToolHandle.named("fail");
  static final ToolHandle<?, ?> CRASH = ToolHandle.named("crash");
  static final ToolHandle<?, ?> REFUSE = ToolHandle.named("refuse");
  static final ToolHandle<?, ?> LIE = ToolHandle.named("lie");
  static final ToolHandle<?, ?> BIG = ToolHandle.named("big");
  static final ToolHandle<?, ?> PLAIN = ToolHandle.named("plain");
  static final ToolHandle<?, ?> SHIP = ToolHandle.named("ship");

  private static final String TEXT =
      "{'type': 'object', 'properties': {'text': {'type': 'string', 'description': 'What to keep'},"
          + " 'count': {'type': 'integer'}}, 'required': ['text']}";
  private static final ObjectNode COLOUR =
      TestClient.json(
          "{'type': 'object', 'properties': {'colour': {'type': 'string'}}, 'required': ['colour']}");

  /** A call that was made. */
  record Made(String tool, ObjectNode arguments, String owner) {}

  private final List<Tool<?, ?>> all = new ArrayList<>();
  private final List<Made> made = new CopyOnWriteArrayList<>();
  private final Gate gate;
  private volatile Runnable hook = () -> {};

  Tools(Gate gate) {
    this.gate = gate;
    good();
    bad();
  }

  List<Tool<?, ?>> all() {
    return Collections.unmodifiableList(all);
  }

  /** How often a tool was called. */
  int calls(ToolHandle<?, ?> tool) {
    return made(tool).size();
  }

  List<Made> made(ToolHandle<?, ?> tool) {
    return made.stream().filter(call -> call.tool().equals(tool.name())).toList();
  }

  /** The texts that a tool was given, in the order of its calls. */
  List<String> texts(ToolHandle<?, ?> tool) {
    return made(tool).stream().map(call -> call.arguments().path("text").asString("")).toList();
  }

  /** What the tool {@code hook} does. */
  void onHook(Runnable action) {
    hook = action;
  }

  private void good() {
    var id = "{'type': 'object', 'properties': {'id': {'type': 'string'}}, 'required': ['id']}";
    add(
        "fetch",
        "Fetch a thing. It is quick.",
        id,
        (in, context) -> {
          var name = in.path("id").asString("");
          return structured(Json.object().put("id", name).put("title", "Title of " + name));
        });
    add("store", "Keep a text", TEXT, (in, context) -> saved(in));
    add(
        "store_asking",
        "Keep a text in a colour",
        TEXT,
        (in, context) -> structured(Json.object().put("saved", colour(context))));
    add(
        "ask",
        "Ask for a colour",
        "{'type': 'object'}",
        (in, context) -> structured(Json.object().put("colour", colour(context))));
    add(
        "wait",
        "Wait for the test",
        "{'type': 'object'}",
        (in, context) -> {
          gate.pass();
          return structured(Json.object().put("waited", true));
        });
    add(
        "hook",
        "Do what the test says",
        "{'type': 'object'}",
        (in, context) -> {
          hook.run();
          return structured(Json.object().put("done", true));
        });
    add(
        "big",
        "Make a long text",
        "{'type': 'object', 'properties': {'size': {'type': 'integer'}}, 'required': ['size']}",
        (in, context) ->
            structured(Json.object().put("text", "x".repeat(in.path("size").asInt(0)))));
    add(
        "plain",
        "Say words",
        "{'type': 'object'}",
        (in, context) -> ToolResult.text("plain words"));
    add(
        "ship",
        "Send it to an address",
        "{'type': 'object', 'properties': {'address': {'type': 'object'}}, 'required': ['address']}",
        (in, context) -> structured(in));
    all.add(
        counted(
            "wipe",
            Tool.withSchema(
                    "wipe",
                    TestClient.json(
                        "{'type': 'object', 'properties': {'target': {'type': 'string'}},"
                            + " 'required': ['target'], 'additionalProperties': false}"))
                .description("Remove a thing")
                .annotations(ToolAnnotations.of(false, true, true, false)),
            (in, context) ->
                structured(Json.object().put("wiped", in.path("target").asString("")))));
  }

  private void bad() {
    add(
        "fail",
        "Fail",
        "{'type': 'object', 'properties': {'text': {'type': 'string'}}}",
        (in, context) -> {
          throw new ToolFailure(FailureCode.NOT_FOUND, "There is no such thing", "Look elsewhere");
        });
    add(
        "crash",
        "Crash",
        "{'type': 'object'}",
        (in, context) -> {
          throw new IllegalStateException("inner detail");
        });
    add(
        "refuse",
        "Refuse",
        "{'type': 'object'}",
        (in, context) -> {
          throw new RpcException(-31999, "Not today");
        });
    all.add(
        counted(
            "lie",
            Tool.withSchema("lie", TestClient.json("{'type': 'object'}"))
                .description("Answer what was not promised")
                .outputSchema(
                    TestClient.json(
                        "{'type': 'object', 'properties': {'n': {'type': 'integer'}},"
                            + " 'required': ['n']}")),
            (in, context) -> structured(Json.object().put("n", "many"))));
  }

  private void add(
      String name, String description, String schema, ToolHandler<ObjectNode, ToolResult> work) {
    var tool = Tool.withSchema(name, TestClient.json(schema)).description(description);
    all.add(counted(name, tool, work));
  }

  private Tool<?, ?> counted(
      String name,
      ToolBuilder<ObjectNode, ToolResult> tool,
      ToolHandler<ObjectNode, ToolResult> work) {
    return tool.handler(
        (in, context) -> {
          made.add(new Made(name, in, context.owner().name()));
          return work.handle(in, context);
        });
  }

  private static ToolResult saved(ObjectNode in) {
    return structured(Json.object().put("saved", in.path("text").asString("")));
  }

  private static ToolResult structured(ObjectNode json) {
    return ToolResult.structured(json);
  }

  private static String colour(RequestContext context) {
    return context
        .ask(new InputRequest.Elicit("colour", "Which colour?", COLOUR))
        .accepted("colour")
        .map(answer -> answer.path("colour").asString(""))
        .orElse("none");
  }
}
