package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** The refs under which one attempt's work is kept in one repository. */
final class KeptRefs {
  private final Git git;
  private final GitPlace place;
  private final UUID attempt;
  private final String repoName;

  KeptRefs(Git git, GitPlace place, UUID attempt, String repoName) {
    this.git = git;
    this.place = place;
    this.attempt = attempt;
    this.repoName = repoName;
  }

  /** Keeps a commit, unless a ref that stays has it already. */
  void keep(String commit, KeptRef.Kind kind) {
    if (!isSafe(commit)) {
      git.in(place).run("update-ref", "-m", "baton: keep", nextName(kind), commit, "");
    }
  }

  /** True if a ref has the commit that does not go away with an attempt. */
  boolean isSafe(String commit) {
    var arguments = new ArrayList<>(List.of("rev-list", "--max-count=1", commit, "--not"));
    arguments.addAll(AttemptRefs.LASTING);
    var output = git.in(place).attempt(arguments);
    return output.succeeded() && output.text().isEmpty();
  }

  /** A name that no ref has yet. */
  String nextName(KeptRef.Kind kind) {
    var prefix = AttemptRefs.keptBelow(attempt) + kind.name().toLowerCase(Locale.ROOT) + "-";
    var names = list().stream().map(KeptRef::ref).toList();
    int number = 1;
    while (taken(names, prefix + number)) {
      number++;
    }
    return prefix + number;
  }

  private static boolean taken(List<String> names, String name) {
    return names.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "/"));
  }

  /** All that is kept of the attempt, from earlier calls too. */
  List<KeptRef> list() {
    var prefix = AttemptRefs.keptBelow(attempt);
    return git
        .in(place)
        .run("for-each-ref", "--format=%(objectname) %(refname)", prefix)
        .lines()
        .stream()
        .map(line -> line.split(" ", 2))
        .map(
            words ->
                new KeptRef(
                    repoName, words[1], words[0], kindOf(words[1].substring(prefix.length()))))
        .toList();
  }

  private static KeptRef.Kind kindOf(String name) {
    return KeptRef.Kind.valueOf(name.substring(0, name.indexOf('-')).toUpperCase(Locale.ROOT));
  }
}
