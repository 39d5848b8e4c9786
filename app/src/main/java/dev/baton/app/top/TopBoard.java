package dev.baton.app.top;

import dev.baton.app.program.CommandFailure;
import dev.baton.app.verb.Server;
import dev.baton.app.verb.Verbs;
import dev.baton.app.verb.view.CellText;
import dev.baton.mcp.protocol.Json;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.orchestrator.tools.Endpoint;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks the server what runs, and does what was chosen there. */
public final class TopBoard {
  private static final String LIST = "list_task_attempts";
  private static final int PAGE = 200;
  private static final int LAST_ENTRIES = 3;

  /** What no agent says or does. */
  private static final Set<String> SILENT = Set.of("usage", "user_message");

  private final Server server;
  private final Optional<String> project;

  /**
   * A board.
   *
   * @param project the id of the one project that counts; empty for all
   */
  public TopBoard(Server server, Optional<String> project) {
    this.server = server;
    this.project = project;
  }

  /** What runs, newest first, then what waits in line. */
  public List<TopRow> rows() throws IOException, InterruptedException {
    var rows = new ArrayList<TopRow>();
    for (var state : List.of("running", "idle")) {
      for (var attempt : list(state)) {
        find(attempt).ifPresent(rows::add);
      }
    }
    return rows;
  }

  /** All of them, however many pages that are. */
  private List<JsonNode> list(String state) throws IOException, InterruptedException {
    var query = Json.object().put("limit", PAGE);
    query.putArray("states").add(state);
    project.ifPresent(id -> query.put("project_id", id));
    var attempts = new ArrayList<JsonNode>();
    var page = call(LIST, query);
    page.path("attempts").forEach(attempts::add);
    while (page.path("next_cursor").isString()) {
      page = call(LIST, query.set("cursor", page.path("next_cursor")));
      page.path("attempts").forEach(attempts::add);
    }
    return attempts;
  }

  /** Empty if nothing runs there any more. */
  private Optional<TopRow> find(JsonNode attempt) throws IOException, InterruptedException {
    var which = Json.object();
    which.set("attempt_id", attempt.path("attempt_id"));
    var answer = server.call(Endpoint.of("get_attempt_status").path(), which);
    var status = answer.json();
    var isInLine = status.path("waiting").isObject();
    if (answer.failed() || (!isInLine && !text(status, "state").equals("running"))) {
      return Optional.empty();
    }
    var question = question(status.path("pending_approvals").path(0));
    return Optional.of(
        new TopRow(
            text(attempt, "attempt_id"),
            text(attempt, "task_id"),
            question.isPresent() ? CellText.NEEDS_YOU : isInLine ? "in line" : "running",
            text(attempt, "latest_session_executor"),
            text(attempt, "task_title"),
            lastLine(which),
            since(status, attempt),
            cost(status.path("usage").path("cost_usd")),
            question));
  }

  private static Optional<TopRow.Question> question(JsonNode approval) {
    return approval.isObject()
        ? Optional.of(
            new TopRow.Question(
                text(approval, "approval_id"),
                text(approval, "tool_name") + " " + text(approval, "summary")))
        : Optional.empty();
  }

  private static Instant since(JsonNode status, JsonNode attempt) {
    var started = text(status.path("latest_process"), "started_at");
    return Instant.parse(started.isEmpty() ? text(attempt, "created_at") : started);
  }

  private static Optional<BigDecimal> cost(JsonNode value) {
    return value.isNumber() ? Optional.of(value.decimalValue()) : Optional.empty();
  }

  private String lastLine(ObjectNode which) throws IOException, InterruptedException {
    var query = which.deepCopy().put("limit", LAST_ENTRIES);
    var answer = server.call(Endpoint.of("tail_attempt_logs").path(), query);
    return answer
        .json()
        .path("entries")
        .valueStream()
        .filter(entry -> !SILENT.contains(text(entry, "type")))
        .flatMap(entry -> text(entry, "content").lines())
        .filter(line -> !line.isBlank())
        .reduce((_, last) -> last)
        .orElse("");
  }

  /** Ends an attempt. */
  String stop(String attemptId) throws IOException, InterruptedException {
    call("stop_attempt", Json.object().put("attempt_id", attemptId));
    return "Stopped %s".formatted(attemptId);
  }

  /** Answers the question of an agent. */
  String answer(String approvalId, String decision) throws IOException, InterruptedException {
    call(
        "respond_approval", Json.object().put("approval_id", approvalId).put("decision", decision));
    return decision.equals("approve") ? "Approved" : "Denied";
  }

  private JsonNode call(String operation, ObjectNode arguments)
      throws IOException, InterruptedException {
    var answer = server.call(Endpoint.of(operation).path(), arguments);
    if (answer.failed()) {
      var told = "%s. %s".formatted(text(answer.json(), "message"), text(answer.json(), "hint"));
      // why: who lists what runs is nobody that people called
      throw new CommandFailure(
          FailureCode.INTERNAL, Verbs.inWords(told.replace(LIST, "'baton top'")));
    }
    return answer.json();
  }

  private static String text(JsonNode object, String field) {
    return object.path(field).asString("");
  }
}
