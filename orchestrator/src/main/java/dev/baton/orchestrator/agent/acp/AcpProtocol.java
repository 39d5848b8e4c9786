package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.AgentOutput.Send;
import dev.baton.orchestrator.agent.AgentProtocol;
import dev.baton.orchestrator.agent.ApprovalAnswer;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnLog;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.TurnRequest;
import dev.baton.orchestrator.agent.TurnResult.Cause;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;

/** The conversation with an agent: one request of ours after the other, and the agent's own. */
final class AcpProtocol implements AgentProtocol {
  private static final int AUTHENTICATION_REQUIRED = -32000;

  private enum Step {
    INITIALIZE,
    OPEN,
    CHANGE,
    PROMPT,
    OVER
  }

  private final TurnRequest turn;
  private final boolean asksForModel;
  private final SequencedMap<String, AcpModes.Change> changes = new LinkedHashMap<>();
  private final AcpUpdates updates = new AcpUpdates();
  private final AcpPermissions permissions;
  private Step step = Step.INITIALIZE;
  private int lastId = AcpMessages.INITIALIZE;
  private String sessionId = "";
  private boolean replays;
  private boolean takesImages;

  /**
   * A conversation for one turn.
   *
   * @param asksForModel true if the agent was not started with the model already
   */
  AcpProtocol(TurnRequest turn, boolean asksForModel) {
    this.turn = turn;
    this.asksForModel = asksForModel;
    this.permissions = new AcpPermissions(turn, updates);
  }

  @Override
  public boolean read(JsonEvent event, TurnLog log) {
    permissions.noteDenials(log);
    if (event.find("method").isEmpty()) {
      return response(event, log);
    }
    if (event.has("id")) {
      return permissions.read(event, log);
    }
    return notification(event, log);
  }

  private boolean notification(JsonEvent event, TurnLog log) {
    if (!event.text("method").equals("session/update")) {
      // why: names that begin so are an agent's own, for clients that know them
      return Stream.of("_", "qwen/notify/").anyMatch(event.text("method")::startsWith);
    }
    var update = event.at("params").at("update");
    // why: before the prompt it can only be the history of the conversation, which is known
    return step.compareTo(Step.PROMPT) < 0 || updates.read(update, log);
  }

  private boolean response(JsonEvent event, TurnLog log) {
    if (event.number("id") != lastId || step == Step.OVER) {
      return false;
    }
    if (event.has("error")) {
      failed(event.at("error"), log);
      return true;
    }
    if (!event.has("result")) {
      return false;
    }
    var result = event.at("result");
    switch (step) {
      case INITIALIZE -> open(result, log);
      case OPEN -> opened(result, log);
      case CHANGE -> change(log);
      case PROMPT -> answered(result, log);
      case OVER -> throw new IllegalStateException("A response after the end is no response");
    }
    return true;
  }

  private void open(JsonEvent result, TurnLog log) {
    takesImages = result.at("agentCapabilities").at("promptCapabilities").is("image");
    var method = "session/new";
    if (turn.forks()) {
      if (!result.at("agentCapabilities").at("sessionCapabilities").has("fork")) {
        end(log, Cause.AGENT_ERROR, "This agent copies no conversations: choose another variant");
        return;
      }
      method = "session/fork";
    } else if (turn.resumes().isPresent()) {
      var resumes = result.at("agentCapabilities").at("sessionCapabilities").has("resume");
      method = resumes ? "session/resume" : "session/load";
      replays = !resumes;
    }
    step = Step.OPEN;
    log.send(AcpMessages.open(++lastId, method, turn));
  }

  private void opened(JsonEvent result, TurnLog log) {
    sessionId = result.find("sessionId").or(turn::resumes).orElse("");
    log.session(sessionId);
    var missing = chooseModel(result);
    if (missing.isPresent()) {
      end(log, Cause.AGENT_ERROR, missing.get());
      return;
    }
    var modes = AcpModes.of(result);
    var fitting = modes.fitting(turn.variant().mode());
    if (fitting.isEmpty() && turn.variant().mode() == TurnMode.PLAN) {
      end(log, Cause.AGENT_ERROR, "This agent offers no mode that plans: choose another variant");
      return;
    }
    if (fitting.isPresent() && (replays || !fitting.get().equals(modes.current()))) {
      // why: also for a mode that is set already, because the answer comes after the history
      changes.put("mode", modes.changeTo(fitting.get()));
    }
    change(log);
  }

  /** Notes what to change for the model; returns what the agent does not offer. */
  private Optional<String> chooseModel(JsonEvent result) {
    var choice = turn.variant().choice();
    var model = choice.model().filter(_ -> asksForModel);
    var modelChange = model.flatMap(name -> AcpModes.model(result, name));
    var effortChange = choice.effort().flatMap(name -> AcpModes.effort(result, name));
    if (model.isPresent() && modelChange.isEmpty()) {
      return Optional.of(
          "This agent offers no model '%s': choose another model".formatted(model.get()));
    }
    if (choice.effort().isPresent() && effortChange.isEmpty()) {
      return Optional.of(
          "This agent offers no effort '%s': choose another effort"
              .formatted(choice.effort().get()));
    }
    modelChange.ifPresent(change -> changes.put("model", change));
    effortChange.ifPresent(change -> changes.put("effort", change));
    return Optional.empty();
  }

  /** One after the other, and then the prompt. */
  private void change(TurnLog log) {
    if (changes.isEmpty()) {
      firstPrompt(log);
    } else {
      step = Step.CHANGE;
      var next = changes.pollFirstEntry();
      log.send(AcpMessages.change(next.getKey(), ++lastId, sessionId, next.getValue()));
    }
  }

  // why: only an agent that says so takes images; the others can look at the files
  private void firstPrompt(TurnLog log) {
    if (turn.images().all().isEmpty() || !takesImages) {
      prompt("prompt", turn.images().under(turn.prompt()), log);
      return;
    }
    step = Step.PROMPT;
    log.send(
        AcpMessages.prompt(
            ++lastId,
            sessionId,
            turn.images().tooLarge().under(turn.prompt()),
            turn.images().inline()));
  }

  private void prompt(String key, String text, TurnLog log) {
    step = Step.PROMPT;
    log.send(AcpMessages.prompt(key, ++lastId, sessionId, text));
  }

  // why: the answer to a request for permission has no room for a reason, and some agents stop when
  // they get a no
  private void answered(JsonEvent result, TurnLog log) {
    var denials = permissions.takeDenials();
    if (denials.isEmpty()) {
      ended(result, log);
    } else {
      prompt("denials-" + lastId, denials + "\nGo on without it.", log);
    }
  }

  private void ended(JsonEvent result, TurnLog log) {
    step = Step.OVER;
    log.usage(updates.usage(result));
    switch (result.text("stopReason")) {
      case "end_turn" -> log.succeed();
      case "cancelled" -> log.fail(Cause.INTERRUPTED, "Interrupted");
      default ->
          log.fail(
              Cause.AGENT_ERROR,
              "The agent stopped early: " + result.find("stopReason").orElse("no reason given"));
    }
  }

  private void failed(JsonEvent error, TurnLog log) {
    var message = words(error);
    if (error.number("code") == AUTHENTICATION_REQUIRED) {
      end(log, Cause.AGENT_ERROR, message + ": log in with the agent's own program first");
    } else if (step == Step.OPEN && turn.resumes().isPresent()) {
      end(log, Cause.SESSION_LOST, "session lost: " + message);
    } else {
      end(log, Cause.AGENT_ERROR, message);
    }
  }

  private static String words(JsonEvent error) {
    var message = error.find("message").orElse("The agent gave no reason");
    var details = error.at("data").find("details").or(() -> error.find("data"));
    return details.map(text -> message + ": " + text).orElse(message);
  }

  private void end(TurnLog log, Cause cause, String summary) {
    step = Step.OVER;
    log.fail(cause, summary);
  }

  @Override
  public List<Send> answer(String requestId, ApprovalAnswer answer) {
    return permissions.answer(requestId, answer);
  }
}
