package dev.baton.orchestrator.agent.codex;

import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import java.util.List;
import java.util.Optional;

/** The conversation with the app server of Codex: responses, notifications and its requests. */
final class AppServerProtocol implements AgentProtocol {
  private final TurnRequest turn;
  private final AppServerEvents events = new AppServerEvents();
  private final AppServerQuestions questions = new AppServerQuestions();
  private String threadId = "";
  private String turnId = "";

  AppServerProtocol(TurnRequest turn) {
    this.turn = turn;
  }

  @Override
  public boolean read(JsonEvent event, TurnLog log) {
    if (event.find("method").isEmpty()) {
      return response(event, log);
    }
    if (event.has("id")) {
      return questions.read(event, log);
    }
    if (event.text("method").equals("serverRequest/resolved")) {
      questions.resolved(event.at("params"), log);
      return true;
    }
    return events.read(event, threadId, log);
  }

  private boolean response(JsonEvent event, TurnLog log) {
    var id = event.number("id");
    if (event.has("error")) {
      return failed(id, event.at("error"), log);
    }
    if (!event.has("result")) {
      return false;
    }
    if (id == AppServerMessages.INITIALIZE) {
      log.send(AppServerMessages.initialized());
      log.send(AppServerMessages.thread(turn));
    } else if (id == AppServerMessages.THREAD) {
      started(event.at("result"), log);
    } else if (id == AppServerMessages.TURN) {
      turnId = event.at("result").at("turn").text("id");
    }
    return true;
  }

  private void started(JsonEvent result, TurnLog log) {
    threadId = result.at("thread").text("id");
    log.session(threadId);
    log.send(AppServerMessages.turn(turn, threadId, result.text("model")));
  }

  private boolean failed(long id, JsonEvent error, TurnLog log) {
    var message = error.find("message").orElse("Codex gave no reason");
    if (id == AppServerMessages.THREAD && turn.resumes().isPresent()) {
      log.fail(Cause.SESSION_LOST, "session lost: " + message);
      return true;
    }
    if (id == AppServerMessages.INITIALIZE
        || id == AppServerMessages.THREAD
        || id == AppServerMessages.TURN) {
      log.fail(Cause.AGENT_ERROR, message);
      return true;
    }
    return false;
  }

  @Override
  public List<Send> answer(String requestId, ApprovalAnswer answer) {
    return questions.answer(requestId, answer, threadId, turnId);
  }

  // why: what it refuses by itself while it plans has no event; what the user refuses has one
  @Override
  public Optional<String> deniedIn(String errorLine) {
    return turn.variant().mode() == TurnMode.PLAN
        ? ExecProtocol.rejection(errorLine)
        : Optional.empty();
  }

  @Override
  public Optional<Cause> causeOf(String errorLines) {
    return Optional.empty();
  }
}
