package dev.baton.app.config;

import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.ExecutorSettings;
import dev.baton.orchestrator.agent.TurnMode;
import dev.baton.orchestrator.agent.catalogue.ConfiguredExecutor;
import dev.baton.orchestrator.agent.catalogue.ConfiguredExecutor.Kind;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Reads the executors of the user, and finds settings that do not fit together. */
final class ExecutorSections {
  private static final Key EXECUTORS = Key.of("executors");
  private static final String SCRIPTED = "FAKE_AGENT";

  private final Settings settings;

  ExecutorSections(Settings settings) {
    this.settings = settings;
  }

  /** Adds the mistakes that single values do not show. */
  void check() {
    for (var name : settings.names(EXECUTORS)) {
      var key = EXECUTORS.at(name);
      if (KnownAgents.builtInNames().contains(name)) {
        checkBuiltIn(name, key);
      } else {
        checkOwn(key);
      }
      checkOutput(key);
      checkModes(key);
      checkDefault(key);
    }
  }

  private void checkBuiltIn(String name, Key key) {
    var kind = key.at("kind");
    if (settings.find(kind).isPresent()) {
      refuse(kind, "%s is set, but %s is built in".formatted(kind, name), "no kind here");
    }
    var command = key.at("command");
    if (name.equals(SCRIPTED) && settings.find(command).isPresent()) {
      refuse(command, command + " is set, but its program is part of Baton", "no command here");
    }
  }

  private void checkOwn(Key key) {
    if (settings.find(key.at("kind")).isEmpty()) {
      refuse(
          key,
          key + " is not built in and has no kind",
          "kind acp or command, or one of the executors "
              + String.join(", ", KnownAgents.builtInNames()));
    }
    if (settings.texts(key.at("command")).isEmpty()) {
      refuse(key, key + " has no command", "a program and its first arguments as command");
    }
  }

  private void checkOutput(Key key) {
    var output = key.at("output");
    if (settings.find(output).isPresent() && !isCommand(key)) {
      refuse(output, output + " is set, but its kind is not command", "no output here");
    }
  }

  private boolean isCommand(Key key) {
    return settings.text(key.at("kind")).filter("command"::equals).isPresent();
  }

  private void checkModes(Key key) {
    for (var variant : settings.names(key.at("variants"))) {
      var mode = key.at("variants", variant, "mode");
      var told = settings.text(mode).orElse(TurnMode.DEFAULT.name());
      if (isCommand(key) && !told.equals(TurnMode.DEFAULT.name())) {
        refuse(mode, "%s is '%s', which a command cannot".formatted(mode, told), "DEFAULT");
      }
    }
  }

  private void checkDefault(Key key) {
    var standard = key.at("default_variant");
    var known = variantNames(key);
    settings
        .text(standard)
        .filter(name -> !known.contains(name))
        .ifPresent(
            name ->
                refuse(standard, "%s is '%s'".formatted(standard, name), String.join(", ", known)));
  }

  private List<String> variantNames(Key key) {
    var builtIn =
        isCommand(key)
            ? Stream.of(AgentVariant.of(TurnMode.DEFAULT))
            : AgentVariant.common().stream();
    return Stream.concat(
            builtIn.map(AgentVariant::name), settings.names(key.at("variants")).stream())
        .distinct()
        .toList();
  }

  private void refuse(Key key, String found, String allowed) {
    settings.add(new ConfigProblem(settings.origin(key), found, allowed));
  }

  /** All that somebody has said something about; only for settings without mistakes. */
  List<ConfiguredExecutor> list() {
    return settings.names(EXECUTORS).stream().map(this::executor).toList();
  }

  private ConfiguredExecutor executor(String name) {
    var key = EXECUTORS.at(name);
    return new ConfiguredExecutor(
        name,
        kind(key),
        new ExecutorSettings(
            settings.texts(key.at("command")),
            settings.texts(key.at("arguments")),
            settings.map(key.at("environment")),
            choice(key),
            new ModelCatalogue(settings.texts(key.at("models")), settings.texts(key.at("efforts"))),
            variants(key.at("variants")),
            settings.text(key.at("default_variant"))));
  }

  private ModelChoice choice(Key key) {
    return new ModelChoice(settings.text(key.at("model")), settings.text(key.at("effort")));
  }

  private Kind kind(Key key) {
    return switch (settings.text(key.at("kind")).orElse("")) {
      case "acp" -> Kind.ACP;
      case "command" ->
          settings.text(key.at("output")).filter("json-lines"::equals).isPresent()
              ? Kind.JSON_COMMAND
              : Kind.COMMAND;
      default -> Kind.BUILT_IN;
    };
  }

  private List<AgentVariant> variants(Key section) {
    var variants = new ArrayList<AgentVariant>();
    for (var name : settings.names(section)) {
      var key = section.at(name);
      variants.add(
          new AgentVariant(
              name,
              mode(name, key),
              access(name, key),
              choice(key),
              settings.texts(key.at("arguments")),
              settings.map(key.at("environment"))));
    }
    return variants;
  }

  /** The configured value; a built-in variant that has none here keeps its own. */
  private AgentVariant.Access access(String name, Key key) {
    return settings
        .text(key.at("access"))
        .map(told -> AgentVariant.Access.valueOf(told.toUpperCase(Locale.ROOT)))
        .or(
            () ->
                AgentVariant.common().stream()
                    .filter(variant -> variant.name().equals(name))
                    .map(AgentVariant::access)
                    .findFirst())
        .orElse(AgentVariant.Access.WORKSPACE);
  }

  /** The configured value; a built-in variant that has none here keeps its own. */
  private TurnMode mode(String name, Key key) {
    return settings
        .text(key.at("mode"))
        .or(() -> Stream.of(TurnMode.values()).map(TurnMode::name).filter(name::equals).findFirst())
        .map(TurnMode::valueOf)
        .orElse(TurnMode.DEFAULT);
  }
}
