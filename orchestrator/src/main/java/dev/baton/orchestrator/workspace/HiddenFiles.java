package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Worktree;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Files that git was told not to look at, by {@code skip-worktree} or {@code assume-unchanged}, and
 * that are there. A sparse checkout does not have its own.
 */
public final class HiddenFiles {
  private final Git git;
  private final GitPlace checkout;
  private final Map<String, String> environment;

  private HiddenFiles(Git git, GitPlace checkout, Map<String, String> environment) {
    this.git = git;
    this.checkout = checkout;
    this.environment = environment;
  }

  public static HiddenFiles of(Git git, GitPlace checkout) {
    return new HiddenFiles(git, checkout, Map.of());
  }

  static HiddenFiles of(Git git, GitPlace checkout, Map<String, String> environment) {
    return new HiddenFiles(git, checkout, environment);
  }

  /** Those of a worktree that somebody changed: no commit takes them. */
  public static List<GitPath> listChanged(Git git, Worktree worktree, WorkspaceLayout layout) {
    var hidden = of(git, worktree.place()).list();
    if (hidden.isEmpty()) {
      return List.of();
    }
    try (var index = PrivateIndex.copyOf(worktree, layout)) {
      var revealed = of(git, worktree.place(), index.environment());
      revealed.reveal();
      // why refreshed: git does not know the contents of what it did not look at
      git.attempt(revealed.command("update-index", "-q", "--refresh"));
      return git.run(revealed.command("diff-files", "--name-only", "-z")).fields().paths().stream()
          .filter(hidden::contains)
          .toList();
    }
  }

  public List<GitPath> list() {
    var hidden = new ArrayList<GitPath>();
    var fields = git.run(command("ls-files", "-v", "-z")).fields();
    while (fields.hasNext()) {
      var tag = fields.nextUpTo(' ').charAt(0);
      var path = fields.nextPath();
      if ((Character.isLowerCase(tag) || tag == 'S')
          && Files.exists(path.below(checkout.directory()), LinkOption.NOFOLLOW_LINKS)) {
        hidden.add(path);
      }
    }
    return hidden;
  }

  /** Lets git look at them again. */
  void reveal() {
    var hidden = list();
    if (!hidden.isEmpty()) {
      for (var option : List.of("--no-assume-unchanged", "--no-skip-worktree")) {
        git.run(command("update-index", option, "-z", "--stdin").withPaths(hidden));
      }
    }
  }

  private GitCommand command(String... arguments) {
    return GitCommand.in(checkout, arguments).withEnvironment(environment);
  }
}
