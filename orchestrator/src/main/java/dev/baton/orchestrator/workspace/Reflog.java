package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The commits that a worktree was at before; git forgets them when the worktree is removed. */
final class Reflog {
  private final Set<String> commits = new LinkedHashSet<>();

  /** Adds what a reflog file names; the file may be missing. */
  Reflog with(Path file) {
    try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      lines
          .map(line -> line.split(" ", 3))
          .filter(words -> words.length == 3)
          .forEach(
              words -> {
                for (var commit : List.of(words[0], words[1])) {
                  commits.remove(commit);
                  commits.add(commit);
                }
              });
      commits.removeIf(commit -> !commit.matches("[0-9a-f]{40,64}") || commit.matches("0+"));
      return this;
    } catch (NoSuchFileException e) {
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Adds commits. */
  Reflog with(Collection<String> more) {
    commits.addAll(more);
    return this;
  }

  /** The commit that was there last. */
  Optional<String> last() {
    return commits.stream().reduce((_, next) -> next);
  }

  /**
   * Those that no ref has, without the ancestors of others.
   *
   * @param refs options of rev-list for the refs that count
   */
  List<String> unreachable(Git git, GitPlace place, List<String> refs) {
    if (commits.isEmpty()) {
      return List.of();
    }
    var arguments =
        new ArrayList<>(List.of("rev-list", "--parents", "--ignore-missing", "--stdin", "--not"));
    arguments.addAll(refs);
    var found = new HashSet<String>();
    var parents = new HashSet<String>();
    git.run(GitCommand.in(place, arguments).withInput(String.join("\n", commits) + "\n"))
        .lines()
        .forEach(
            line -> {
              var words = List.of(line.split(" "));
              found.add(words.getFirst());
              parents.addAll(words.subList(1, words.size()));
            });
    return commits.stream()
        .filter(commit -> found.contains(commit) && !parents.contains(commit))
        .toList();
  }
}
