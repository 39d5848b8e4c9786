package dev.baton.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.background.ServerFile;
import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.tools.AgentScope;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What an agent's token is good for: every operation, by every door, in and after its turn. */
@Tag("slow")
class AgentDoorsTest {
  private static final String NOBODY = "00000000-0000-4000-8000-000000000000";
  private static final Set<String> IDS = Set.of("project_id", "task_id", "attempt_id");

  @TempDir private Path directory;
  private BoardFixture board;
  private Target own;
  private Target otherAttempt;
  private Target otherProject;
  private String token;

  /** Something that an operation can be asked to work on. */
  private record Target(String project, String task, String attempt) {}

  @BeforeEach
  void makeABoard() throws Exception {
    board = BoardFixture.in(directory);
    otherAttempt = target(board.project(), "say other");
    otherProject = target(project(), "say foreign");
    own = target(board.project(), "env BATON_TOKEN\nhang");
    token = board.agentToken(own.attempt());
  }

  @AfterEach
  void close() throws Exception {
    board.client().call("stop_attempt", attempt(own.attempt()).put("force", true));
    board.close();
  }

  private String project() throws Exception {
    var repository = TestRepository.make(directory.resolve("foreign"), "b.txt", "b\n");
    var request = Json.object().put("name", "foreign");
    request.putArray("repos").addObject().put("path", repository.toString());
    return board.client().call("create_project", request).path("project_id").asString("");
  }

  private Target target(String project, String script) throws Exception {
    var started = board.start(project, "A task", script);
    return new Target(
        project, started.path("task_id").asString(""), started.path("attempt_id").asString(""));
  }

  private static ObjectNode attempt(String id) {
    return Json.object().put("attempt_id", id);
  }

  private String workspace(Target target) throws Exception {
    var branch =
        board
            .client()
            .call("get_attempt_status", attempt(target.attempt()))
            .path("workspace_branch")
            .asString("");
    try (var found = Files.walk(board.data().path().resolve("worktrees"), 3)) {
      return found
          .filter(path -> path.endsWith("a.txt"))
          .map(Path::getParent)
          .filter(path -> TestRepository.git(path, "symbolic-ref", "HEAD").endsWith(branch))
          .findFirst()
          .orElseThrow()
          .toString();
    }
  }

  private Map<String, AgentDoor> doors() throws Exception {
    var doors = new LinkedHashMap<String, AgentDoor>();
    doors.put("MCP", AgentDoor.mcp(board, token));
    doors.put("/api", AgentDoor.api(board, token));
    doors.put("line port", AgentDoor.lines(board, token, workspace(otherAttempt)));
    doors.put(
        "stdio",
        AgentDoor.stdio(board, Map.of("BATON_TOKEN", token, "BATON_ATTEMPT_ID", own.attempt())));
    return doors;
  }

  private static ObjectNode arguments(Operation operation, Target target) {
    var values = Json.object();
    values.put("project_id", target.project());
    values.put("task_id", target.task()).put("attempt_id", target.attempt());
    values.put("repo_id", NOBODY).put("approval_id", NOBODY).put("decision", "deny");
    values.put("action", "queue").put("executor", "FAKE_AGENT").put("name", "Mine");
    values.put("title", "Mine").put("path", "a.txt").put("prompt", "say mine").put("turn", 0);
    values.putArray("repos");
    values.putArray("paths").add("a.txt");
    var schema = operation.tool().inputSchema();
    var wanted = new TreeSet<String>();
    schema.path("required").forEach(name -> wanted.add(name.asString("")));
    schema.path("properties").propertyNames().stream().filter(IDS::contains).forEach(wanted::add);
    if (operation.name().equals("follow_up")) {
      wanted.add("prompt");
    }
    var arguments = Json.object();
    wanted.forEach(name -> arguments.set(name, values.path(name)));
    return arguments;
  }

  private static String outcome(JsonNode answer) {
    var message = answer.path("message").asString("");
    if (message.contains("ended with its turn")) {
      return "unauthorised";
    }
    var isRefused =
        answer.path("code").asString("").equals("not_found")
            || message.contains("may not call")
            || message.startsWith("Unknown tool");
    return isRefused ? "refused" : "answered";
  }

  private String expected(Operation operation, Target target) {
    var namesNothing =
        arguments(operation, target).propertyNames().stream().noneMatch(IDS::contains);
    var isAllowed =
        switch (AgentScope.of(operation.name())) {
          case READS_OWN_PROJECT, ADDS_TO_OWN_PROJECT ->
              namesNothing || target.project().equals(own.project());
          case OWN_TASK -> target.task().equals(own.task());
          case OWN_ATTEMPT -> namesNothing || target.attempt().equals(own.attempt());
          case NOTHING -> false;
        };
    return isAllowed ? "answered" : "refused";
  }

  private List<Operation> operations() {
    // why: an agent that stops itself ends its turn
    return Operations.described().stream()
        .filter(operation -> !operation.name().equals("stop_attempt"))
        .toList();
  }

  private String run(McpClient agent, String workflow, Map<String, String> arguments)
      throws Exception {
    var params = Json.object().put("name", workflow);
    arguments.forEach(params.putObject("arguments")::put);
    return agent.request("prompts/get", params).path("messages").toString();
  }

  @Test
  void workflows_make_their_calls_with_the_rights_of_the_agent() throws Exception {
    var url = ServerFile.findRunning(board.data()).orElseThrow().url();
    try (var agent = new McpClient(URI.create(url), token)) {
      var delivered =
          run(
              agent,
              "deliver_task",
              Map.of("project_id", own.project(), "title", "Through", "executor", "FAKE_AGENT"));
      assertThat(delivered).contains("Agents may not call start_task_attempt");
      var triage = run(agent, "triage_failures", Map.of("project_id", otherProject.project()));
      assertThat(triage).contains("There is no project " + otherProject.project());
    }
    var tasks = board.client().call("list_tasks", Json.object().put("project_id", own.project()));
    assertThat(tasks.path("tasks").valueStream())
        .filteredOn(task -> task.path("title").asString("").equals("Through"))
        .singleElement()
        .satisfies(task -> assertThat(task.path("latest_attempt_id").isNull()).isTrue());
  }

  @Test
  void pages_and_metrics_are_for_people() throws Exception {
    var mcp = URI.create(ServerFile.findRunning(board.data()).orElseThrow().url());
    try (var http = HttpClient.newHttpClient()) {
      for (var path : List.of("/", "/metrics")) {
        var request =
            HttpRequest.newBuilder(mcp.resolve(path)).header("Authorization", "Bearer " + token);
        var response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path).isEqualTo(403);
      }
    }
  }

  @Test
  void exactly_what_an_agent_may_do_is_answered_by_every_door_until_its_turn_ends()
      throws Exception {
    var doors = doors();
    var targets = Map.of("own", own, "other attempt", otherAttempt, "other project", otherProject);
    try {
      for (var door : doors.entrySet()) {
        for (var operation : operations()) {
          for (var target : targets.entrySet()) {
            var answer =
                door.getValue().call(operation.name(), arguments(operation, target.getValue()));
            assertThat(outcome(answer))
                .as("%s of %s by %s: %s", operation.name(), target.getKey(), door.getKey(), answer)
                .isEqualTo(expected(operation, target.getValue()));
          }
        }
        var foreign = door.getValue().call("stop_attempt", attempt(otherAttempt.attempt()));
        assertThat(outcome(foreign)).as(door.getKey()).isEqualTo("refused");
        var projects = door.getValue().call("list_projects", Json.object()).path("projects");
        assertThat(projects.valueStream().map(it -> it.path("project_id").asString("")))
            .as(door.getKey())
            .containsExactly(own.project());
      }
      board.client().call("stop_attempt", attempt(own.attempt()).put("force", true));

      for (var door : doors.entrySet()) {
        for (var operation : Operations.described()) {
          for (var target : targets.values()) {
            var answer = door.getValue().call(operation.name(), arguments(operation, target));
            assertThat(outcome(answer))
                .as("%s by %s after the turn: %s", operation.name(), door.getKey(), answer)
                .isEqualTo("unauthorised");
          }
        }
      }
    } finally {
      for (var door : doors.values()) {
        door.close();
      }
    }
  }
}
