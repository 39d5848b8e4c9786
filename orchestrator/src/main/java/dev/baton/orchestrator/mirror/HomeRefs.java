package dev.baton.orchestrator.mirror;

import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The refs at home that have the work of an attempt, with their commits. They move together, and
 * only from where they were seen: a node that was thought dead, or a merge, could otherwise put
 * them back over what came since.
 */
record HomeRefs(UUID attempt, Map<String, String> commits) {
  HomeRefs {
    commits = Map.copyOf(commits);
  }

  /** As they should be for a state of the work. */
  static HomeRefs of(UUID attempt, Checkpoint point) {
    return new HomeRefs(
        attempt,
        Map.of(
            AttemptRefs.homeBranch(attempt), point.commit(),
            AttemptRefs.homeFiles(attempt), point.whole(),
            AttemptRefs.homeMerge(attempt), point.merging().orElse(point.commit())));
  }

  /** As git lists them: a commit and a ref in each line. */
  static HomeRefs parse(UUID attempt, Stream<String> lines) {
    var commits = new TreeMap<String, String>();
    lines
        .map(line -> line.split("\\s+", 2))
        .filter(words -> words.length == 2)
        .forEach(words -> commits.put(words[1], words[0]));
    return new HomeRefs(attempt, commits);
  }

  /** As they are in a repository here. */
  static HomeRefs read(Git git, GitPlace place, UUID attempt) {
    return parse(
        attempt,
        git
            .in(place)
            .run(
                "for-each-ref", "--format=%(objectname) %(refname)", AttemptRefs.homeBelow(attempt))
            .lines()
            .stream());
  }

  /** The state of the work that they have; empty if none came home. */
  Optional<Checkpoint> point() {
    return find(AttemptRefs.homeBranch(attempt))
        .map(
            commit ->
                new Checkpoint(
                    commit,
                    find(AttemptRefs.homeFiles(attempt)).filter(other -> !other.equals(commit)),
                    find(AttemptRefs.homeMerge(attempt)).filter(other -> !other.equals(commit))));
  }

  private Optional<String> find(String ref) {
    return Optional.ofNullable(commits.get(ref));
  }

  /** Moves those of a repository here; false if they are not where they were seen. */
  boolean move(Git git, GitPlace place, HomeRefs seen) {
    var lines =
        names()
            .map(
                ref ->
                    seen.find(ref)
                        .map(old -> "update %s %s %s\n".formatted(ref, commits.get(ref), old))
                        .orElseGet(() -> "create %s %s\n".formatted(ref, commits.get(ref))))
            .toList();
    return git.attempt(
            GitCommand.in(place, "update-ref", "--stdin").withInput(String.join("", lines)))
        .succeeded();
  }

  /** Options of a push that moves them only from where they were seen, all or none. */
  List<String> leases(HomeRefs seen) {
    return Stream.concat(
            Stream.of("--atomic"),
            names()
                .map(ref -> "--force-with-lease=%s:%s".formatted(ref, seen.find(ref).orElse(""))))
        .toList();
  }

  /** What such a push brings; without a plus, which would be stronger than the options. */
  List<String> refspecs() {
    return names().map(ref -> commits.get(ref) + ":" + ref).toList();
  }

  private Stream<String> names() {
    return commits.keySet().stream().sorted();
  }
}
