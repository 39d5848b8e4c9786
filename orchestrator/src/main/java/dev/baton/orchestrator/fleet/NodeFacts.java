package dev.baton.orchestrator.fleet;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * The facts that a node reports about itself.
 *
 * @param executors those that can run there
 * @param version of its program
 * @param reach whose repositories it can get
 */
public record NodeFacts(
    List<String> labels, List<Executor> executors, String version, RepositoryReach reach) {
  /**
   * An executor that can run on a node.
   *
   * @param models what it takes there; empty if the node does not say it, as older ones do
   */
  public record Executor(
      String name,
      List<String> variants,
      String defaultVariant,
      boolean supportsMcp,
      Optional<String> version,
      Optional<ModelCatalogue> models) {
    public Executor {
      variants = List.copyOf(variants);
    }

    /** Whether it takes what is asked for, as far as anybody knows. */
    boolean takes(ModelChoice choice) {
      return models.stream().allMatch(known -> known.takes(choice));
    }
  }

  public NodeFacts {
    labels = List.copyOf(labels);
    executors = List.copyOf(executors);
  }

  public Optional<Executor> findExecutor(String name) {
    return executors.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** The same, which can get the repositories of others. */
  public NodeFacts with(RepositoryReach value) {
    return new NodeFacts(labels, executors, version, value);
  }

  public String toJson() {
    var json = Json.object().put("version", version);
    json.set("labels", Json.strings(labels));
    var all = json.putArray("executors");
    for (var executor : executors) {
      var one =
          all.addObject()
              .put("executor", executor.name())
              .put("default_variant", executor.defaultVariant())
              .put("supports_mcp", executor.supportsMcp());
      one.set("variants", Json.strings(executor.variants()));
      executor.version().ifPresent(it -> one.put("version", it));
      executor
          .models()
          .ifPresent(
              known -> {
                one.set("models", Json.strings(known.models()));
                one.set("efforts", Json.strings(known.efforts()));
              });
    }
    reach.write(json);
    return json.toString();
  }

  /** What another node has written, which may know more fields or fewer. */
  public static NodeFacts parse(String text) {
    var json = Json.parseObject(text);
    return new NodeFacts(
        texts(json.path("labels")),
        items(json.path("executors")).stream().map(NodeFacts::executor).toList(),
        json.path("version").asString("unknown"),
        RepositoryReach.read(json));
  }

  private static Executor executor(JsonNode json) {
    return new Executor(
        json.path("executor").asString(""),
        texts(json.path("variants")),
        json.path("default_variant").asString("DEFAULT"),
        json.path("supports_mcp").asBoolean(true),
        json.path("version").asStringOpt(),
        json.path("models").isArray()
            ? Optional.of(
                new ModelCatalogue(texts(json.path("models")), texts(json.path("efforts"))))
            : Optional.empty());
  }

  /** The texts of a list. */
  public static List<String> texts(JsonNode list) {
    return items(list).stream().flatMap(it -> it.asStringOpt().stream()).toList();
  }

  private static List<JsonNode> items(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).toList();
  }
}
