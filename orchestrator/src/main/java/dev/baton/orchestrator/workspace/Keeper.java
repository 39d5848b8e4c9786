package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Identity;
import dev.baton.orchestrator.git.Worktree;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps an attempt's work under refs of its own before something goes away. Its callers hold the
 * lock of the repository.
 */
final class Keeper {
  private final Git git;
  private final WorkspaceLayout layout;

  Keeper(Git git, WorkspaceLayout layout) {
    this.git = git;
    this.layout = layout;
  }

  /** Keeps what is uncommitted, unmerged or rewritten, and returns all that is kept. */
  List<KeptRef> keep(Workspace workspace, WorkspaceRepo repo) {
    return keep(workspace, repo, List.of());
  }

  /**
   * The same, with files that git ignores.
   *
   * @param ignored some of those
   */
  List<KeptRef> keep(Workspace workspace, WorkspaceRepo repo, List<GitPath> ignored) {
    var common = CommonDirectory.of(repo.repository());
    var place = new GitPlace.Bare(common);
    var kept = new KeptRefs(git, place, workspace.attempt(), repo.name());
    var worktree = Worktree.find(common, workspace.worktree(repo));
    var tips = tips(workspace, place, worktree);
    snapshot(workspace.worktree(repo), common, worktree, tips, repo, kept, ignored)
        .ifPresent(commit -> kept.keep(commit, KeptRef.Kind.UNCOMMITTED));
    tips.forEach(commit -> kept.keep(commit, KeptRef.Kind.UNMERGED));
    joinLeftBehind(workspace, repo, AttemptRefs.LASTING)
        .ifPresent(commit -> kept.keep(commit, KeptRef.Kind.REWRITTEN));
    return kept.list();
  }

  /** A commit of the files as they are, if something is not committed. */
  Optional<String> snapshot(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var place = new GitPlace.Bare(common);
    var worktree = Worktree.find(common, workspace.worktree(repo));
    return snapshot(
        workspace.worktree(repo),
        common,
        worktree,
        tips(workspace, place, worktree),
        repo,
        new KeptRefs(git, place, workspace.attempt(), repo.name()),
        List.of());
  }

  /** The commits that the attempt stands at; the first is the worktree's own. */
  private List<String> tips(Workspace workspace, GitPlace place, Optional<Worktree> worktree) {
    var tips = new ArrayList<String>();
    worktree.flatMap(found -> git.findCommit(found.head(), "HEAD")).ifPresent(tips::add);
    git.findCommit(place, Branch.ref(workspace.branch())).ifPresent(tips::add);
    git.findCommit(place, AttemptRefs.seen(workspace.attempt())).ifPresent(tips::add);
    return tips.stream().distinct().toList();
  }

  private Optional<String> snapshot(
      Path path,
      Path common,
      Optional<Worktree> worktree,
      List<String> tips,
      WorkspaceRepo repo,
      KeptRefs kept,
      List<GitPath> ignored) {
    boolean files = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    if (!files && worktree.isEmpty()) {
      return Optional.empty();
    }
    var gitDirectory = worktree.map(Worktree::gitDirectory).orElse(common);
    var place = new GitPlace.Bare(gitDirectory);
    var base = tips.isEmpty() ? repo.baseCommit() : tips.getFirst();
    try (var index = index(worktree)) {
      // why with the files: git writes the index anew, and looks once more at files that changed in
      // the instant of the old one
      var checkout = files ? new GitPlace.Checkout(gitDirectory, path) : place;
      var staging = new Staging(git, checkout, index, ExcludedPaths.NOTHING);
      if (index.isEmpty()) {
        staging.run("read-tree", base);
      }
      var staged = git.attempt(staging.command("write-tree"));
      if (files) {
        var nested = new NestedRepositories(git, layout, gitDirectory, kept);
        nested.stage(path, index, excluded(worktree));
        if (Files.isDirectory(path.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
          // why: an agent may have made the worktree a repository of its own
          nested.keepHistory(path);
        }
      }
      if (!ignored.isEmpty()) {
        git.run(
            staging
                .command("update-index", "--add", "--replace", "-z", "--stdin")
                .withPaths(ignored));
      }
      var tree = staging.run("write-tree").text();
      return commit(place, base, staged.succeeded() ? staged.text() : tree, tree);
    }
  }

  private ExcludedPaths excluded(Optional<Worktree> worktree) {
    return worktree
        .map(found -> ExcludedPaths.copiedInto(git, found))
        .orElse(ExcludedPaths.NOTHING);
  }

  private PrivateIndex index(Optional<Worktree> worktree) {
    return worktree.isPresent()
        ? PrivateIndex.copyOf(worktree.get(), layout)
        : PrivateIndex.empty(layout);
  }

  /** A commit of the files; what was staged and is not in them is a second parent. */
  private Optional<String> commit(GitPlace place, String base, String staged, String tree) {
    var before = git.in(place).run("rev-parse", base + "^{tree}").text();
    if (tree.equals(before) && staged.equals(before)) {
      return Optional.empty();
    }
    // why the time of the base: the same work gives the same commit, and is kept once
    var time = git.in(place).run("show", "-s", "--format=%ct", base).text();
    var signature = Identity.ours(Long.parseLong(time));
    var parents = new ArrayList<>(List.of(base));
    if (!staged.equals(before) && !staged.equals(tree)) {
      parents.add(
          CommitObject.of(staged, List.of(base), signature, "What was staged")
              .write(git, place, signature));
    }
    return Optional.of(
        CommitObject.of(tree, parents, signature, "What was not committed")
            .write(git, place, signature));
  }

  /**
   * One commit above all that the worktree was once at and no ref has.
   *
   * @param refs options of rev-list for the refs that count
   */
  Optional<String> joinLeftBehind(Workspace workspace, WorkspaceRepo repo, List<String> refs) {
    var common = CommonDirectory.of(repo.repository());
    var place = new GitPlace.Bare(common);
    var reflog = new Reflog().with(listLeftBehind(workspace, place));
    reflog.with(common.resolve("logs").resolve(Branch.ref(workspace.branch())));
    Worktree.find(common, workspace.worktree(repo))
        .ifPresent(found -> reflog.with(found.gitDirectory().resolve("logs/HEAD")));
    var commits = reflog.unreachable(git, place, refs);
    if (commits.isEmpty()) {
      return Optional.empty();
    }
    var tree = git.in(place).run("rev-parse", commits.getLast() + "^{tree}").text();
    var signature = Identity.ours(0);
    return Optional.of(
        CommitObject.of(tree, commits, signature, "Commits that were replaced or reset away")
            .write(git, place, signature));
  }

  /** What turns left on no branch, for when the worktree and its notes are gone. */
  private List<String> listLeftBehind(Workspace workspace, GitPlace place) {
    return git
        .in(place)
        .run("for-each-ref", "--format=%(parent)", AttemptRefs.leftBehind(workspace.attempt(), "*"))
        .lines()
        .stream()
        .flatMap(parents -> Stream.of(parents.split(" ")))
        .toList();
  }
}
