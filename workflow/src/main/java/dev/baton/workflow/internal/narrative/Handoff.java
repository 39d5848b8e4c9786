package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.internal.argument.MissingInput;
import dev.baton.workflow.internal.record.BoundedText;
import dev.baton.workflow.internal.record.PauseReason;
import dev.baton.workflow.internal.record.Sentence;
import dev.baton.workflow.internal.record.StepRecord;
import dev.baton.workflow.internal.record.StepStatus;
import dev.baton.workflow.internal.run.RemainingCall;
import dev.baton.workflow.internal.run.RunOutcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The words to a model when a run stops: why, and which calls remain. */
public final class Handoff {
  /**
   * The most bytes of a value in the words about a run that is not recorded, where it cannot be
   * looked up.
   */
  private static final int MOST_UNRECORDED_BYTES = 256 * 1024;

  /** How long a value, a reason or a note may be, the first that makes a message that fits. */
  private static final List<Integer> ROOMS = List.of(16 * 1024, 2048, 512, 160);

  private static final String SECRET = "***";
  private static final String REPAIRED = "what made it fail is put right";

  private final RunOutcome outcome;
  private final Narration narration;
  private final int room;

  private Handoff(RunOutcome outcome, Narration narration, int room) {
    this.outcome = outcome;
    this.narration = narration;
    this.room = room;
  }

  /** The message; empty if the run has completed and nothing is left to be said. */
  public static Optional<String> text(RunOutcome outcome, Narration narration) {
    if (!outcome.isCompleted()) {
      return Optional.of(fitting(outcome, narration));
    }
    return narration.awaitsCompletion()
        ? Optional.of("Every step is done. Call %s.".formatted(completion(narration)))
        : Optional.empty();
  }

  /** The message with as much as fits of each note, and else of as many calls as fit. */
  private static String fitting(RunOutcome outcome, Narration narration) {
    var calls = outcome.remaining().size();
    for (var room : ROOMS) {
      var text = new Handoff(outcome, narration, room).text(calls);
      if (fits(text, narration)) {
        return text;
      }
    }
    if (!narration.durable()) {
      // why: what nobody could look up is told, even if the message gets long
      return new Handoff(outcome, narration, ROOMS.get(1)).text(calls);
    }
    var shortest = new Handoff(outcome, narration, ROOMS.get(ROOMS.size() - 1));
    for (; calls > 0; calls--) {
      var text = shortest.text(calls);
      if (fits(text, narration)) {
        return text;
      }
    }
    return BoundedText.of(shortest.text(0), narration.messageBytes());
  }

  private static boolean fits(String text, Narration narration) {
    return text.getBytes(StandardCharsets.UTF_8).length <= narration.messageBytes();
  }

  private String text(int calls) {
    var sentences = new ArrayList<String>();
    sentences.add(opening());
    sentences.addAll(otherTroubles());
    if (narration.ended().isPresent()) {
      sentences.add(
          "Somebody has ended this run, it is %s: nothing remains to be called."
              .formatted(narration.ended().get()));
      return String.join(" ", sentences);
    }
    var connective = "To continue, ";
    for (var call : outcome.remaining().subList(0, calls)) {
      sentences.add(condition(connective, call) + step(call));
      connective = "Then ";
    }
    var hidden = outcome.remaining().size() - calls;
    if (hidden > 0) {
      sentences.add(
          "%d further steps are not shown, for lack of room; the plan names them."
              .formatted(hidden));
    }
    if (outcome.remaining().stream()
        .anyMatch(call -> call.arguments().toString().contains(SECRET))) {
      sentences.add(
          narration.durable()
              ? "Values shown as *** are secret: the server knows them, you do not."
              : "Values shown as *** are secret: ask the user for them.");
    }
    if (narration.durable()) {
      if (outcome.remaining().stream().anyMatch(RemainingCall::sharesTool)) {
        sentences.add(
            "Where several steps call the same tool, a call names its step with \"dev.baton/step\" in its _meta, and workflow_resume names it in its inputs.");
      }
      sentences.add(continuation());
    }
    return String.join(" ", sentences);
  }

  /** What a call waits for goes before it, so that nobody makes it too early. */
  private static String condition(String connective, RemainingCall call) {
    var conditions = new ArrayList<>(call.requirements());
    if (call.waitsForRepair()) {
      conditions.add(REPAIRED);
    }
    return conditions.isEmpty()
        ? connective
        : "%s, only once %s, "
            .formatted(connective.replaceFirst(",? $", ""), String.join(" and ", conditions));
  }

  private String opening() {
    return outcome
        .state()
        .pause()
        .map(
            pause ->
                BoundedText.of(pause.opening(), room)
                    + caution(pause)
                    + hint(outcome.state().step(pause.step())))
        .orElse("This run is not finished.");
  }

  private String caution(PauseReason pause) {
    var step = outcome.state().step(pause.step());
    if (pause instanceof PauseReason.RequirementNotMet) {
      return narration.durable() ? " A resume looks at it again." : "";
    }
    if (pause instanceof PauseReason.Interrupted interrupted && interrupted.begun()) {
      return step.isDoubtful() ? " Find out before you repeat it." : " It can be repeated.";
    }
    if (!(pause instanceof PauseReason.ToolError) || !step.isUncertain()) {
      return "";
    }
    return step.isDoubtful()
        ? " It may have taken effect all the same: find out before you repeat it."
        : " It may have taken effect all the same, but it can be repeated.";
  }

  /** What a tool said that would fail again as it was called. */
  private String hint(StepRecord step) {
    return step.failure()
        .filter(failure -> step.isRefused() && !failure.hint().isBlank())
        .map(failure -> " Hint: " + BoundedText.of(Sentence.withStop(failure.hint()), room))
        .orElse("");
  }

  /** What went wrong beside the reason of the pause. */
  private List<String> otherTroubles() {
    var stopped = outcome.state().pause().map(PauseReason::step);
    var troubles = new ArrayList<String>();
    outcome
        .state()
        .steps()
        .forEach(
            (name, step) -> {
              if (stopped.isEmpty() || !stopped.get().equals(name)) {
                trouble(name.value(), step).ifPresent(troubles::add);
              }
            });
    return troubles;
  }

  private Optional<String> trouble(String name, StepRecord step) {
    var verb =
        step.status() == StepStatus.FAILED
            ? "failed"
            : step.status() == StepStatus.SKIPPED ? "was skipped" : "";
    return verb.isEmpty()
        ? Optional.empty()
        : step.failure()
            .map(
                failure ->
                    "Step '%s' %s: %s."
                            .formatted(
                                name,
                                verb,
                                BoundedText.of(Sentence.withoutStop(failure.message()), room))
                        + hint(step));
  }

  private String step(RemainingCall call) {
    var text = new StringBuilder();
    if (!call.resources().isEmpty()) {
      text.append("read ").append(String.join(" and ", call.resources()));
      text.append(call.tool().isPresent() ? " and " : ".");
    }
    call.tool().ifPresent(tool -> text.append(toolCall(tool, call)));
    if (call.tool().isEmpty() && call.resources().isEmpty()) {
      text.append("take step '%s'.".formatted(call.step()));
    }
    if (call.needsConsent() && !isAskedFor(call)) {
      text.append(" It may destroy something: ask the user before you call it.");
    }
    call.guidance()
        .ifPresent(
            note -> text.append(" Note: ").append(BoundedText.of(Sentence.withStop(note), room)));
    return text.toString();
  }

  /** The pause at the step itself says so already. */
  private boolean isAskedFor(RemainingCall call) {
    return outcome
        .state()
        .pause()
        .filter(PauseReason.ConfirmationRequired.class::isInstance)
        .filter(pause -> pause.step().equals(call.step()))
        .isPresent();
  }

  private String toolCall(String tool, RemainingCall call) {
    var hidden = new ArrayList<String>();
    var arguments = JsonText.line(shown(call, hidden));
    var text =
        "call %s%s with %s%s%s."
            .formatted(
                tool,
                call.available() ? "" : " (if you have it; this server does not)",
                call.refused() && !call.waitsForRepair() ? others(call) : "",
                arguments,
                call.sharesTool() ? " for step '%s'%s".formatted(call.step(), byName(call)) : "");
    return hidden.isEmpty()
        ? text
        : "%s The value of %s is too long for %s."
            .formatted(
                text,
                String.join(" and ", hidden),
                narration.durable()
                    ? "this message: let the server make this call, or look it up with workflow_status and %s"
                        .formatted(JsonText.line(task(narration)))
                    : "any message: get it once more from the call that made it");
  }

  private static String others(RemainingCall call) {
    return call.open().isEmpty()
        ? "other arguments, because it would fail again, than "
        : "other arguments, because it would fail again: ";
  }

  /** How a call says which step it is for, where its tool does not say it. */
  private String byName(RemainingCall call) {
    return narration.durable() ? " (\"dev.baton/step\": \"%s\")".formatted(call.step()) : "";
  }

  private ObjectNode shown(RemainingCall call, List<String> hidden) {
    var most = narration.durable() ? room : MOST_UNRECORDED_BYTES;
    var shown = JsonNodeFactory.instance.objectNode();
    call.arguments()
        .forEachEntry(
            (name, value) -> {
              var bytes = bytes(value);
              if (bytes <= most) {
                shown.set(name, value);
              } else {
                shown.put(name, "<%d bytes that the server knows>".formatted(bytes));
                hidden.add("'%s'".formatted(name));
              }
            });
    return shown;
  }

  private static int bytes(JsonNode value) {
    return value.toString().getBytes(StandardCharsets.UTF_8).length;
  }

  private String continuation() {
    var resume = task(narration);
    outcome.state().pause().ifPresent(pause -> addInputs(resume, pause));
    return "This run is recorded, so you can also let the server go on from here%s: call workflow_resume with %s. Use workflow_status with %s to see where it stands, and %s when all is done."
        .formatted(
            stopped().filter(RemainingCall::waitsForRepair).isPresent() ? ", once " + REPAIRED : "",
            JsonText.line(resume),
            JsonText.line(task(narration)),
            completion(narration));
  }

  /** The call of the step at which the run has stopped. */
  private Optional<RemainingCall> stopped() {
    var step = outcome.state().pause().map(PauseReason::step);
    return outcome.remaining().stream()
        .filter(call -> step.filter(call.step()::equals).isPresent())
        .findFirst();
  }

  private static ObjectNode task(Narration narration) {
    return JsonNodeFactory.instance.objectNode().put("task_id", narration.taskId().orElse(""));
  }

  private static String completion(Narration narration) {
    return "workflow_complete with %s"
        .formatted(JsonText.line(task(narration).put("result", "<what came of it>")));
  }

  /** What the server needs beside the call to go on by itself. */
  private void addInputs(ObjectNode arguments, PauseReason pause) {
    var step = pause.step().value();
    if (pause instanceof PauseReason.ConfirmationRequired
        || outcome.state().step(pause.step()).isDoubtful()
        || stopped().filter(call -> call.waitsForRepair() && call.needsConsent()).isPresent()) {
      arguments.putObject("inputs").putObject(step);
      return;
    }
    var wanted =
        Stream.concat(
                outcome.missing().stream().map(MissingInput::name),
                stopped().filter(RemainingCall::refused).stream()
                    .flatMap(call -> call.open().stream()))
            .toList();
    if (!wanted.isEmpty()) {
      var inputs = arguments.putObject("inputs").putObject(step);
      wanted.forEach(name -> inputs.put(name, "<value for '%s'>".formatted(name)));
    }
  }
}
