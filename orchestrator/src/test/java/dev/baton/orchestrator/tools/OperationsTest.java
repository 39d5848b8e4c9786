package dev.baton.orchestrator.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.schema.SchemaCheck;
import dev.baton.mcp.internal.call.PlainRequest;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.request.Permit;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.TestClient;
import dev.baton.orchestrator.call.AttemptOwner;
import dev.baton.orchestrator.failure.AtOtherNode;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.tools.Operation.Reach;
import dev.baton.task.TaskOwner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The list of operations, and what clients are told about each. */
class OperationsTest {
  private static final Pattern SNAKE_CASE = Pattern.compile("\\b[a-z]+(_[a-z]+)+\\b");
  private static final Set<String> VALUES =
      Set.of(
          "cost_usd",
          "input_tokens",
          "cached_input_tokens",
          "output_tokens",
          "unknown_turns",
          "budget_usd",
          "spent_usd",
          "of_id",
          "forge_unavailable",
          "attempt_busy",
          "attempt_failed",
          "git_conflict",
          "target_dirty",
          "threshold_exceeded",
          "summary_failed",
          "user_message",
          "assistant_message",
          "system_message",
          "tool_use",
          "paused_reason",
          "taken_back");

  @TempDir static Path directory;
  static ToolBench bench;
  static List<Operation> everything;

  /** What models are offered. */
  static List<Operation> operations;

  @BeforeAll
  static void open() throws Exception {
    bench = new ToolBench(directory);
    everything = Operations.of(bench.orchestrator());
    operations = everything.stream().filter(Operation::isTool).toList();
  }

  @AfterAll
  static void close() {
    bench.close();
  }

  private static Set<String> names(List<Operation> some) {
    return some.stream().map(Operation::name).collect(Collectors.toSet());
  }

  private static int bytes(JsonNode json) {
    return json.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  @Test
  void the_specified_list_is_served_without_what_was_added() {
    assertThat(names(operations)).hasSize(37);
    assertThat(
            names(
                operations.stream().filter(operation -> operation.reach() == Reach.FULL).toList()))
        .containsExactlyInAnyOrder(
            "attach_image",
            "create_project",
            "rename_project",
            "update_project",
            "archive_project",
            "archive_task",
            "add_repo",
            "update_attempt",
            "list_turns",
            "retry_turn",
            "push_attempt",
            "create_pull_request",
            "merge_attempt",
            "delete_attempt",
            "tail_events",
            "get_costs",
            "respond_approval");
  }

  @Test
  void what_decides_about_this_machine_is_for_people_alone() {
    var people = everything.stream().filter(operation -> !operation.isTool()).toList();
    assertThat(names(people))
        .containsExactlyInAnyOrder(
            "set_repo",
            "add_image",
            "remove_image",
            "set_project",
            "move_attempt",
            "list_nodes",
            "drain_node",
            "resume_node",
            "remove_node",
            "list_labels",
            "set_label",
            "list_notices",
            "test_notice",
            "list_approvals",
            "forget_approval",
            "list_comments",
            "add_comment",
            "remove_comment",
            "send_comments",
            "list_pull_request_comments",
            "send_pull_request_comments",
            "start_dev_server",
            "stop_dev_server",
            "prune",
            "get_insights",
            "exceed_budget",
            "find_ids");
    var agent = new AttemptOwner(UUID.randomUUID()).toTaskOwner();
    assertThat(people).allMatch(operation -> operation.findTool(agent).isEmpty());
    assertThat(people).allMatch(operation -> operation.findTool(TaskOwner.LOCAL).isPresent());
  }

  @Test
  void only_people_may_add_a_repository_with_scripts() {
    var add =
        everything.stream()
            .filter(operation -> operation.name().equals("add_repo"))
            .findFirst()
            .orElseThrow();
    var agent = new AttemptOwner(UUID.randomUUID()).toTaskOwner();
    assertThat(inputs(add.tool())).containsExactly("project_id", "path", "name", "allow_shared");
    assertThat(add.findTool(agent)).containsSame(add.tool());
    assertThat(inputs(add.findTool(TaskOwner.LOCAL).orElseThrow()))
        .containsExactly(
            "project_id",
            "path",
            "name",
            "allow_shared",
            "setup",
            "cleanup",
            "copy",
            "dev_server",
            "commit_policy");
  }

  private static Collection<String> inputs(Tool<?, ?> tool) {
    return tool.inputSchema().path("properties").propertyNames();
  }

  @Test
  void each_operation_has_a_verb_and_an_endpoint_of_its_own() {
    assertThat(everything).extracting(Operation::verb).doesNotHaveDuplicates();
    assertThat(everything).allMatch(operation -> !operation.verb().isEmpty());
    for (var operation : everything) {
      assertThat(operation.endpoints().getFirst().path()).isEqualTo("/api/" + operation.name());
    }
  }

  @Test
  void the_follow_up_by_task_has_names_of_its_own() {
    var endpoint =
        operations.stream()
            .filter(operation -> operation.name().equals("send_follow_up"))
            .findFirst()
            .orElseThrow()
            .endpoints()
            .get(1);
    assertThat(endpoint.path()).isEqualTo("/api/task-attempts/by-task-id/{task_id}/follow-up");
    assertThat(
            endpoint.answer(
                TestClient.json(
                    "{'task_id': 't', 'attempt_id': 'a', 'execution_process_id': 'p'}")))
        .isEqualTo(TestClient.json("{'id': 'p', 'task_attempt_id': 'a'}"));
  }

  @Test
  void all_tools_fit_into_the_budget_of_a_model() {
    var shown = 0;
    var outputs = 0;
    for (var operation : operations) {
      var tool = operation.tool();
      assertThat(tool.description().length()).as(tool.name()).isLessThan(2_000);
      var json = Json.object().put("name", tool.name()).put("description", tool.description());
      json.set("inputSchema", tool.inputSchema());
      shown += bytes(json);
      outputs += bytes(tool.outputSchema().orElseThrow());
    }
    assertThat(shown).isLessThan(40_000);
    assertThat(outputs).isLessThan(40_000);
  }

  @Test
  void descriptions_follow_one_template() {
    for (var operation : everything) {
      assertThat(operation.tool().description())
          .as(operation.name())
          .containsSubsequence(
              "\nUse when: ", "\nRequired: ", "\nOptional: ", "\nNext: ", "\nAvoid: ");
    }
  }

  @Test
  void every_tool_or_field_that_is_named_exists_also_if_only_the_core_is_served() {
    var core =
        names(operations.stream().filter(operation -> operation.reach() == Reach.CORE).toList());
    for (var operation : everything) {
      var known = new HashSet<>(operation.reach() == Reach.CORE ? core : names(everything));
      everything.forEach(other -> known.addAll(fields(other)));
      known.addAll(VALUES);
      assertThat(words(operation)).as(operation.name()).isSubsetOf(known);
    }
  }

  /** What looks like the name of a tool, a field or a value in all that a client is told. */
  private static Set<String> words(Operation operation) {
    var text = new StringBuilder(operation.tool().description()).append('\n');
    for (var schema : schemas(operation)) {
      walk(
          schema,
          part ->
              part.path("description").asStringOpt().ifPresent(it -> text.append(it).append('\n')));
    }
    return SNAKE_CASE.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }

  private static Set<String> fields(Operation operation) {
    var names = new HashSet<String>();
    for (var schema : schemas(operation)) {
      walk(schema, part -> names.addAll(part.path("properties").propertyNames()));
    }
    return names;
  }

  private static List<JsonNode> schemas(Operation operation) {
    return List.of(operation.tool().inputSchema(), operation.tool().outputSchema().orElseThrow());
  }

  private static void walk(JsonNode part, Consumer<JsonNode> visitor) {
    visitor.accept(part);
    part.forEach(child -> walk(child, visitor));
  }

  @Test
  void clients_get_schemas_that_they_can_read_and_hints_that_are_complete() {
    for (var operation : operations) {
      var tool = operation.tool();
      var input = tool.inputSchema();
      assertThat(input.path("type").asString()).isEqualTo("object");
      assertThat(input.propertyNames()).doesNotContain("oneOf", "anyOf", "allOf");
      assertThat(new SchemaCheck(input).defects()).as(tool.name()).isEmpty();
      var output = tool.outputSchema().orElseThrow();
      assertThat(output.propertyNames()).doesNotContain("oneOf", "anyOf", "allOf");
      assertThat(new SchemaCheck(output).defects()).as(tool.name()).isEmpty();
      assertThat(tool.annotations().toJson().propertyNames())
          .containsExactly("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint");
    }
  }

  @Test
  void a_follow_up_says_its_rules_in_its_schema() {
    var schema =
        operations.stream()
            .filter(operation -> operation.name().equals("follow_up"))
            .findFirst()
            .orElseThrow()
            .tool()
            .inputSchema();
    var check = new SchemaCheck(schema);
    var id = ToolBench.MISSING;
    assertThat(
            check.check(TestClient.json("{'action': 'cancel', 'attempt_id': '%s'}".formatted(id))))
        .isEmpty();
    for (var wrong :
        List.of(
            "{'action': 'send', 'attempt_id': '%1$s'}",
            "{'action': 'send', 'prompt': 'x'}",
            "{'action': 'cancel'}",
            "{'action': 'send', 'attempt_id': '%1$s', 'queued_id': '%1$s', 'prompt': 'x'}",
            "{'action': 'queue', 'attempt_id': '%1$s', 'session_id': '%1$s', 'prompt': 'x'}")) {
      assertThat(check.check(TestClient.json(wrong.formatted(id)))).as(wrong).isNotEmpty();
    }
  }

  @Test
  void only_a_call_at_the_wrong_node_is_sent_on_and_not_one_that_may_have_been_done()
      throws Exception {
    var details = Map.of("node", "elsewhere");
    var sentOn = new AtomicInteger();
    for (var refusal :
        List.of(
            new ToolFailure(BoardFailureCode.NODE_UNAVAILABLE, "It may be done", "Look", details),
            new AtOtherNode("elsewhere", "It is there", "Repeat the call there", Map.of()))) {
      var operation =
          new Operation(
                  Tool.withSchema("delete_everything", TestClient.json("{'type': 'object'}"))
                      .description("Deletes everything.")
                      .handler(
                          (_, _) -> {
                            throw refusal;
                          }),
                  List.of("delete"),
                  List.of(Endpoint.of("delete_everything")),
                  Reach.FULL)
              .withRemoteCall(
                  () -> {
                    sentOn.incrementAndGet();
                    throw refusal;
                  });
      var context = new PlainRequest(TaskOwner.LOCAL, Permit.LASTING, "http");
      var answer = operation.tool().call(Json.object(), context).structured().orElseThrow();
      assertThat(answer.path("details").path("node").asString()).isEqualTo("elsewhere");
      assertThat(sentOn).hasValue(refusal instanceof AtOtherNode ? 1 : 0);
    }
  }
}
