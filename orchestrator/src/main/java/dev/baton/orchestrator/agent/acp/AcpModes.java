package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnMode;
import java.util.List;
import java.util.Optional;

/** The modes that an agent offers for a conversation, and the one that fits a turn. */
record AcpModes(List<String> offered, String current, Optional<String> option) {
  private static final List<String> PLAN = List.of("plan");

  /** Modes in which the agent asks us before it does something risky, best first. */
  private static final List<String> ASKING =
      List.of("default", "ask", "manual", "agent", "build", "workspace-write");

  /** A way to set a mode, a model or how hard it thinks. */
  sealed interface Change {
    record Mode(String mode) implements Change {}

    record Model(String model) implements Change {}

    record Option(String option, String value) implements Change {}

    default String method() {
      return switch (this) {
        case Mode _ -> "session/set_mode";
        case Model _ -> "session/set_model";
        case Option _ -> "session/set_config_option";
      };
    }
  }

  /** What the answer to the opening of a conversation offers. */
  static AcpModes of(JsonEvent opened) {
    if (opened.has("modes")) {
      var modes = opened.at("modes");
      return new AcpModes(
          modes.list("availableModes").stream().map(mode -> mode.text("id")).toList(),
          modes.text("currentModeId"),
          Optional.empty());
    }
    return opened.list("configOptions").stream()
        .filter(option -> option.text("category").equals("mode"))
        .findFirst()
        .map(AcpModes::ofOption)
        .orElseGet(() -> new AcpModes(List.of(), "", Optional.empty()));
  }

  private static AcpModes ofOption(JsonEvent option) {
    return new AcpModes(
        option.list("options").stream().map(value -> value.text("value")).toList(),
        option.text("currentValue"),
        Optional.of(option.text("id")));
  }

  /** How to choose this model in a conversation; empty if the agent does not offer it. */
  static Optional<Change> model(JsonEvent opened, String model) {
    return opened.at("models").list("availableModels").stream()
            .anyMatch(offered -> offered.text("modelId").equals(model))
        ? Optional.of(new Change.Model(model))
        : option(opened, "model", model);
  }

  /** Likewise for how hard the model thinks. */
  static Optional<Change> effort(JsonEvent opened, String effort) {
    return option(opened, "thought_level", effort);
  }

  private static Optional<Change> option(JsonEvent opened, String category, String value) {
    return opened.list("configOptions").stream()
        .filter(option -> option.text("category").equals(category))
        .filter(
            option ->
                option.list("options").stream()
                    .anyMatch(offered -> offered.text("value").equals(value)))
        .findFirst()
        .map(option -> new Change.Option(option.text("id"), value));
  }

  /** The mode in which this turn must run; empty if the agent offers none that fits. */
  Optional<String> fitting(TurnMode mode) {
    var wanted = mode == TurnMode.PLAN ? PLAN : ASKING;
    if (wanted.contains(plainName(current))) {
      return Optional.of(current);
    }
    return wanted.stream()
        .flatMap(name -> offered.stream().filter(id -> plainName(id).equals(name)))
        .findFirst();
  }

  /** How to bring the conversation into a mode. */
  Change changeTo(String mode) {
    return option
        .<Change>map(id -> new Change.Option(id, mode))
        .orElseGet(() -> new Change.Mode(mode));
  }

  // why: some agents name their modes by addresses that end in the plain name
  private static String plainName(String id) {
    return id.substring(id.lastIndexOf('#') + 1);
  }
}
