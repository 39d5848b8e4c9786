package dev.baton.app.config;

import dev.baton.app.config.Shape.Named;
import dev.baton.app.config.Shape.Section;
import dev.baton.app.config.Shape.Value;
import dev.baton.internal.yaml.YamlNode;
import dev.baton.orchestrator.agent.catalogue.KnownAgents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** The values that count: flags win over variables, variables over the file. Not thread safe. */
final class Settings {
  private final ConfigFile file;
  private final Map<String, String> environment;
  private final List<ConfigFlag> flags;
  private final Map<Key, Setting> all = new LinkedHashMap<>();
  private final List<ConfigProblem> problems;

  Settings(ConfigFile file, Map<String, String> environment, List<ConfigFlag> flags) {
    this.file = file;
    this.environment = environment;
    this.flags = flags;
    this.problems = new ArrayList<>(file.problems());
    settle(Key.ROOT, ConfigSchema.ROOT);
  }

  private void settle(Key key, Shape shape) {
    switch (shape) {
      case Section section -> section.keys().forEach((name, part) -> settle(key.at(name), part));
      case Named named -> candidates(key).forEach(name -> settle(key.at(name), named.each()));
      case Value value -> settle(key, value);
    }
  }

  private void settle(Key key, Value value) {
    var flag = flags.stream().filter(it -> it.key().equals(key.parts())).findFirst();
    var variable =
        Optional.ofNullable(environment.get(key.variable())).filter(text -> !text.isBlank());
    if (flag.isPresent()) {
      read(key, value.kind(), flag.get().text(), new Origin.Flag(flag.get().name()));
    } else if (variable.isPresent()) {
      read(key, value.kind(), variable.get(), new Origin.Variable(key.variable()));
    } else if (file.values().containsKey(key)) {
      all.put(key, file.values().get(key));
    } else {
      value.standard().ifPresent(text -> read(key, value.kind(), text, new Origin.Standard()));
    }
  }

  private void read(Key key, ValueKind kind, String text, Origin origin) {
    kind.read(text)
        .ifPresentOrElse(
            value -> all.put(key, Setting.of(key, kind, value, origin)),
            () ->
                problems.add(
                    new ConfigProblem(
                        origin, "%s is %s".formatted(key, YamlNode.quoted(text)), kind.allowed())));
  }

  /** Names that a variable may speak of: those in the file, and executors that are built in. */
  private Set<String> candidates(Key section) {
    var names = new LinkedHashSet<String>();
    if (section.equals(Key.of("executors"))) {
      names.addAll(KnownAgents.builtInNames());
    }
    names.addAll(below(section, file.lines().keySet()));
    return names;
  }

  private static Set<String> below(Key section, Set<Key> keys) {
    var names = new LinkedHashSet<String>();
    keys.stream()
        .filter(key -> key.isBelow(section))
        .forEach(key -> names.add(key.parts().get(section.parts().size())));
    return names;
  }

  /** The names in a section that somebody has said something about. */
  Set<String> names(Key section) {
    var names = new LinkedHashSet<>(below(section, all.keySet()));
    names.addAll(below(section, file.lines().keySet()));
    return names;
  }

  /** Puts a value in the place of a default. */
  void put(Key key, String text, Origin origin) {
    read(key, ValueKind.DATABASE, text, origin);
  }

  void add(ConfigProblem problem) {
    problems.add(problem);
  }

  List<ConfigProblem> problems() {
    return problems.stream().sorted(ConfigProblem.IN_ORDER).toList();
  }

  List<Setting> list() {
    return List.copyOf(all.values());
  }

  Optional<JsonNode> find(Key key) {
    return Optional.ofNullable(all.get(key)).map(Setting::value);
  }

  /** Whether somebody said something, right or wrong. */
  boolean isSaid(Key key) {
    return all.containsKey(key) || file.lines().containsKey(key);
  }

  /** Where a setting comes from, or where its section stands in the file. */
  Origin origin(Key key) {
    return Optional.ofNullable(all.get(key)).map(Setting::origin).orElseGet(() -> file.origin(key));
  }

  Optional<String> text(Key key) {
    return find(key).map(JsonNode::asString);
  }

  Optional<Long> number(Key key) {
    return find(key).filter(JsonNode::isNumber).map(JsonNode::asLong);
  }

  Optional<Boolean> flag(Key key) {
    return find(key).map(JsonNode::asBoolean);
  }

  Optional<Duration> span(Key key) {
    return text(key).flatMap(TimeSpan::read);
  }

  List<String> texts(Key key) {
    return find(key)
        .map(list -> list.valueStream().map(JsonNode::asString).toList())
        .orElse(List.of());
  }

  /** A mapping of texts. */
  Map<String, String> map(Key section) {
    var map = new LinkedHashMap<String, String>();
    names(section).forEach(name -> text(section.at(name)).ifPresent(it -> map.put(name, it)));
    return map;
  }
}
