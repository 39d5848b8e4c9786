package dev.baton.orchestrator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.model.ModelCatalogue;
import dev.baton.orchestrator.agent.model.ModelChoice;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who takes an attempt, and why nobody does. */
class FleetTest {
  private static final Duration LIVE = Duration.ofSeconds(3);
  private static final Duration AWAY = Duration.ofMinutes(3);

  @Test
  void the_emptiest_of_those_that_have_executor_and_labels_takes_it() {
    var fleet =
        new Fleet(
            "s1",
            List.of(
                server("s1", 0, LIVE),
                worker("w1", 5, 2, LIVE, "CODEX", "gpu"),
                worker("w2", 8, 3, LIVE, "CODEX", "gpu"),
                worker("w3", 8, 0, LIVE, "CODEX", "cpu"),
                worker("w4", 8, 0, LIVE, "CLAUDE_CODE", "gpu")));

    assertThat(fleet.take(requirements("CODEX", "gpu"))).map(KnownNode::name).contains("w2");
    assertThat(fleet.take(requirements("CODEX", "gpu"))).map(KnownNode::name).contains("w1");
    assertThat(fleet.find(requirements("CODEX"))).map(KnownNode::name).contains("w3");
    assertThat(fleet.find(asked("w1"))).map(KnownNode::name).contains("w1");
    assertThat(fleet.suiting(requirements("CODEX", "tpu"))).isEmpty();
    assertThat(fleet.reason(requirements("CODEX", "tpu")))
        .isEqualTo("no node has CODEX with the label tpu");
  }

  @Test
  void who_is_away_draining_or_full_is_named() {
    var fleet =
        new Fleet(
            "s1",
            List.of(
                server("s1", 0, LIVE),
                worker("w1", 4, 0, AWAY, "CODEX"),
                worker("w2", 1, 1, LIVE, "CODEX")));

    assertThat(fleet.find(requirements("CODEX"))).isEmpty();
    assertThat(fleet.reason(requirements("CODEX")))
        .matches("CODEX is on w1, last seen \\d\\d:\\d\\d; w2, where 1 of 1 attempts run");
  }

  @Test
  void a_worker_takes_nothing_while_the_home_of_the_repositories_or_its_server_is_away() {
    var worker = worker("w1", 4, 0, LIVE, "CODEX");
    var reached = withReach(worker, RepositoryReach.through("s1", List.of("s1", "s2")));
    var requirements = wishFrom("s2");

    var both = new Fleet("s1", List.of(server("s1", 0, LIVE), server("s2", 0, LIVE), reached));
    assertThat(both.find(requirements)).map(KnownNode::name).contains("w1");

    var homeAway = new Fleet("s1", List.of(server("s1", 0, LIVE), server("s2", 0, AWAY), reached));
    assertThat(homeAway.find(requirements)).isEmpty();
    assertThat(homeAway.suiting(requirements)).hasSize(1);
    assertThat(homeAway.reason(requirements))
        .matches("CODEX is on w1, which gets its repositories from s2, last seen \\d\\d:\\d\\d");
    assertThat(homeAway.find(wishFrom("s1"))).map(KnownNode::name).contains("w1");

    var serverAway =
        new Fleet("s2", List.of(server("s1", 0, AWAY), server("s2", 0, LIVE), reached));
    assertThat(serverAway.find(requirements)).isEmpty();
    assertThat(serverAway.reason(requirements)).contains("from s1, last seen ");
  }

  @Test
  void who_cannot_get_the_repositories_at_all_is_no_candidate() {
    var reached =
        withReach(worker("w1", 4, 0, LIVE, "CODEX"), RepositoryReach.through("s1", List.of("s1")));
    var requirements = wishFrom("s2");
    var fleet = new Fleet("s1", List.of(server("s1", 4, LIVE), server("s2", 0, LIVE), reached));

    assertThat(fleet.suiting(requirements)).isEmpty();
    assertThat(fleet.lack(requirements))
        .isEqualTo("no node that has CODEX can get the repositories of s2");
    assertThat(fleet.find(NodeRequirements.home("w1", "CODEX")))
        .map(KnownNode::name)
        .contains("w1");
  }

  @Test
  void a_node_that_was_asked_for_is_named_whatever_others_have() {
    var fleet =
        new Fleet(
            "s1",
            List.of(
                server("s1", 0, LIVE),
                withReach(
                    worker("w1", 4, 0, LIVE, "CODEX", "gpu"),
                    RepositoryReach.through("s1", List.of("s1"))),
                worker("w2", 4, 0, LIVE, "CODEX")));

    assertThat(fleet.reason(asked("w2", Set.of(), "gpu")))
        .isEqualTo("w2, which was asked for, cannot run CODEX with the label gpu");
    assertThat(fleet.reason(asked("w3", Set.of())))
        .isEqualTo("w3, which was asked for, is a node that nobody knows any more");
    assertThat(fleet.reason(asked("w1", Set.of("s2"))))
        .isEqualTo("w1, which was asked for, cannot get the repositories of s2");
  }

  @Test
  void a_home_that_does_not_know_the_token_of_a_worker_is_named_with_what_to_do() {
    var refused =
        withReach(
            worker("w1", 4, 0, LIVE, "CODEX"),
            RepositoryReach.through("s1", List.of("s1")).refusedBy(List.of("s2", "s3")));
    var fleet = new Fleet("s1", List.of(server("s1", 4, LIVE), server("s2", 0, LIVE), refused));

    assertThat(fleet.lack(wishFrom("s2")))
        .isEqualTo(
            "no node that has CODEX can get the repositories of s2; s2 does not know the token of"
                + " w1: copy owners.json from the data directory of s1 to that of s2");
  }

  @Test
  void a_worker_whose_own_server_refuses_its_token_is_named_with_what_to_do() {
    var refused =
        withReach(
            worker("w1", 4, 0, LIVE, "CODEX"),
            RepositoryReach.through("s1", List.of("s1", "s2")).refused());
    var fleet = new Fleet("w1", List.of(server("s1", 0, LIVE), refused));

    assertThat(fleet.suiting(wishFrom("s1"))).isEmpty();
    assertThat(fleet.isCutOff(Set.of("s1"))).as("what it took goes back to the line").isTrue();
    assertThat(fleet.isCutOff(Set.of())).isFalse();
    for (var home : List.of("s1", "s2")) {
      assertThat(fleet.lack(wishFrom(home)))
          .isEqualTo(
              "no node that has CODEX can get the repositories of %s; s1 does not know the token of"
                  + " w1: make one there with 'baton token add NAME --worker', and start the worker"
                  + " again with it",
              home);
    }
  }

  @Test
  void what_a_node_says_of_its_reach_is_read_back_and_may_be_missing() {
    var facts =
        new NodeFacts(
            List.of("gpu"),
            List.of(),
            "1",
            RepositoryReach.through("s1", List.of("s1", "s2")).refusedBy(List.of("s3")));
    assertThat(NodeFacts.parse(facts.toJson())).isEqualTo(facts);
    assertThat(NodeFacts.parse("{\"version\":\"0\"}").reach()).isEqualTo(RepositoryReach.UNKNOWN);
  }

  @Test
  void what_a_node_says_of_its_models_is_read_back_and_may_be_missing() {
    for (var models : List.of(List.of("big", "small"), List.<String>of())) {
      var facts = taking(server("s1", 1, LIVE), models, List.of("low")).facts().orElseThrow();
      assertThat(NodeFacts.parse(facts.toJson())).isEqualTo(facts);
    }

    var older =
        """
        {"version": "0", "labels": [], "executors": [{"executor": "CODEX", "variants": ["DEFAULT"],
          "default_variant": "DEFAULT", "supports_mcp": true}]}\
        """;
    var facts = NodeFacts.parse(older);
    assertThat(facts.findExecutor("CODEX").orElseThrow().models()).isEmpty();
    assertThat(NodeFacts.parse(facts.toJson())).isEqualTo(facts);
    assertThat(facts.toJson()).doesNotContain("models", "efforts");
  }

  @Test
  void a_model_goes_to_a_node_that_takes_it_or_has_not_said() {
    var big = requirements("CODEX").with(ModelChoice.ofModel("big"));
    var little = taking(worker("w1", 9, 0, LIVE, "CODEX"), List.of("small"), List.of("low"));
    var much = taking(worker("w2", 1, 0, LIVE, "CODEX"), List.of("big"), List.of());
    var silent = worker("w3", 1, 0, LIVE, "CODEX");

    assertThat(new Fleet("s1", List.of(little, much, silent)).suiting(big))
        .containsExactly(much, silent);
    assertThat(new Fleet("s1", List.of(little, much)).find(big)).contains(much);
    assertThat(new Fleet("s1", List.of(little)).reason(big))
        .isEqualTo("no node has CODEX with the model big");
    var loud = requirements("CODEX").with(new ModelChoice(Optional.empty(), Optional.of("loud")));
    assertThat(new Fleet("s1", List.of(little)).reason(loud))
        .isEqualTo("no node has CODEX with the effort loud");
  }

  private static NodeRequirements requirements(String executor, String... labels) {
    return new NodeRequirements(
        Optional.empty(),
        Optional.empty(),
        executor,
        Optional.empty(),
        List.of(labels),
        Set.of(),
        ModelChoice.NONE);
  }

  private static NodeRequirements wishFrom(String home) {
    return new NodeRequirements(
        Optional.empty(),
        Optional.empty(),
        "CODEX",
        Optional.empty(),
        List.of(),
        Set.of(home),
        ModelChoice.NONE);
  }

  private static NodeRequirements asked(String node) {
    return asked(node, Set.of());
  }

  private static NodeRequirements asked(String node, Set<String> homes, String... labels) {
    return new NodeRequirements(
        Optional.empty(),
        Optional.of(node),
        "CODEX",
        Optional.empty(),
        List.of(labels),
        homes,
        ModelChoice.NONE);
  }

  private static KnownNode server(String name, int room, Duration silence) {
    return node(name, NodeSetup.Kind.SERVER, room, 0, silence, "CODEX")
        .withFacts(facts("CODEX", RepositoryReach.ofServer(List.of(), List.of())));
  }

  private static KnownNode worker(
      String name, int room, int running, Duration silence, String executor, String... labels) {
    return node(name, NodeSetup.Kind.WORKER, room, running, silence, executor, labels);
  }

  private static KnownNode withReach(KnownNode node, RepositoryReach reach) {
    return node.withFacts(facts("CODEX", reach));
  }

  private static NodeFacts facts(String executor, RepositoryReach reach, String... labels) {
    return new NodeFacts(
        List.of(labels),
        List.of(
            new NodeFacts.Executor(
                executor, List.of("DEFAULT"), "DEFAULT", true, Optional.empty(), Optional.empty())),
        "1",
        reach);
  }

  private static KnownNode taking(KnownNode node, List<String> models, List<String> efforts) {
    var executor =
        new NodeFacts.Executor(
            "CODEX",
            List.of("DEFAULT"),
            "DEFAULT",
            true,
            Optional.of("3"),
            Optional.of(new ModelCatalogue(models, efforts)));
    return node.withFacts(
        new NodeFacts(List.of(), List.of(executor), "1", RepositoryReach.UNKNOWN));
  }

  private static KnownNode node(
      String name,
      NodeSetup.Kind kind,
      int room,
      int running,
      Duration silence,
      String executor,
      String... labels) {
    return new KnownNode(
        name,
        kind,
        Optional.of(Path.of("/data")),
        Optional.of(facts(executor, RepositoryReach.UNKNOWN, labels)),
        room,
        running,
        false,
        Optional.empty(),
        Instant.EPOCH,
        silence);
  }
}
