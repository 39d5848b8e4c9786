package dev.baton.orchestrator.fleet;

import dev.baton.orchestrator.agent.model.ModelChoice;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What an attempt asks of the node that takes it.
 *
 * @param home the node that has its workspace; then nothing else counts
 * @param node the node that was asked for
 * @param sources the homes of its repositories
 * @param choice the model and effort that were asked for
 */
public record NodeRequirements(
    Optional<String> home,
    Optional<String> node,
    String executor,
    Optional<String> variant,
    List<String> labels,
    Set<String> sources,
    ModelChoice choice) {
  public NodeRequirements {
    labels = List.copyOf(labels);
    sources = Set.copyOf(sources);
  }

  /** Those of an attempt whose workspace is on the node of this name. */
  public static NodeRequirements home(String name, String executor) {
    return new NodeRequirements(
        Optional.of(name),
        Optional.empty(),
        executor,
        Optional.empty(),
        List.of(),
        Set.of(),
        ModelChoice.NONE);
  }

  /** The same, on this node and no other. */
  public NodeRequirements at(String name) {
    return new NodeRequirements(
        home, Optional.of(name), executor, variant, labels, sources, choice);
  }

  /** The same, whatever its variant is. */
  public NodeRequirements withoutVariant() {
    return new NodeRequirements(home, node, executor, Optional.empty(), labels, sources, choice);
  }

  /** The same, wherever its repositories are. */
  public NodeRequirements withoutSources() {
    return new NodeRequirements(home, node, executor, variant, labels, Set.of(), choice);
  }

  /** The same with this model and effort. */
  public NodeRequirements with(ModelChoice value) {
    return new NodeRequirements(home, node, executor, variant, labels, sources, value);
  }

  /** Whether a node is one that could take it at some time. */
  boolean suits(KnownNode candidate) {
    return home.map(candidate.name()::equals)
        .orElseGet(
            () ->
                candidate.room() > 0
                    && candidate.directory().isPresent()
                    && node.stream().allMatch(candidate.name()::equals)
                    && candidate.labels().containsAll(labels)
                    && sources.stream().allMatch(candidate::canGetFrom)
                    && candidate.facts().flatMap(it -> it.findExecutor(executor)).stream()
                        .filter(it -> it.takes(choice))
                        .anyMatch(
                            it -> variant.stream().allMatch(each -> it.variants().contains(each))));
  }

  /** What it wants, in words, such as {@code CODEX with the label gpu}. */
  public String words() {
    var text = new StringBuilder(executor);
    variant.ifPresent(it -> text.append(" with the variant ").append(it));
    choice.model().ifPresent(it -> text.append(" with the model ").append(it));
    choice.effort().ifPresent(it -> text.append(" with the effort ").append(it));
    if (!labels.isEmpty()) {
      text.append(labels.size() == 1 ? " with the label " : " with the labels ")
          .append(String.join(", ", labels));
    }
    return text.toString();
  }
}
