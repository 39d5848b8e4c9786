package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Worktree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Makes a worktree whole again that somebody damaged. Its callers hold the repository's lock. */
final class WorktreeRepair {
  private final Git git;
  private final WorkspaceLayout layout;
  private final WorktreeMaker maker;

  WorktreeRepair(Git git, WorkspaceLayout layout, WorktreeMaker maker) {
    this.git = git;
    this.layout = layout;
    this.maker = maker;
  }

  /** True if git knows the branch and the worktree, whose directory leads back to git. */
  boolean isWhole(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    return Worktree.find(common, workspace.worktree(repo))
        .filter(_ -> maker.branch(workspace, common).isPresent())
        .filter(worktree -> Files.isDirectory(worktree.path(), LinkOption.NOFOLLOW_LINKS))
        .filter(worktree -> worktree.isConnected() || isRepositoryOfItsOwn(worktree.path()))
        .filter(worktree -> git.findCommit(worktree.head(), "HEAD").isPresent())
        .isPresent();
  }

  private static boolean isRepositoryOfItsOwn(Path path) {
    return Files.isDirectory(path.resolve(".git"), LinkOption.NOFOLLOW_LINKS);
  }

  /** True if nothing of the work is there: no file, no branch, nor where the branch was. */
  boolean isLost(Workspace workspace, WorkspaceRepo repo) {
    return maker.branch(workspace, CommonDirectory.of(repo.repository())).isEmpty()
        && lastCommit(workspace, repo).isEmpty()
        && isEmptyOrMissing(workspace.worktree(repo));
  }

  /** Makes a worktree whole whose work has been kept. */
  void restore(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var path = workspace.worktree(repo);
    var place = new GitPlace.Bare(common);
    if (Files.isSymbolicLink(path)) {
      throw ToolFailure.invalid(
          "%s is a link now".formatted(path),
          "Delete the link; the worktree then comes back with the next follow_up");
    }
    if (maker.branch(workspace, common).isEmpty()) {
      git.in(place)
          .run(
              "update-ref",
              Branch.ref(workspace.branch()),
              lastCommit(workspace, repo).orElse(repo.baseCommit()),
              "");
    }
    if (isEmptyOrMissing(path)) {
      delete(path);
      maker.removeEntry(workspace, repo, common);
      maker.add(workspace, common, path, true, repo.baseCommit());
      maker.copy(repo, path, common);
    } else {
      Worktree.find(common, path)
          .ifPresentOrElse(
              worktree -> connect(repo, worktree), () -> attach(workspace, common, path));
    }
  }

  /** Gives files their link to git again, and the files themselves if all of them are gone. */
  private void connect(WorkspaceRepo repo, Worktree worktree) {
    boolean emptied = worktree.isEmptied(git);
    worktree.connect();
    if (emptied) {
      git.in(worktree.place()).run("checkout-index", "--all", "--quiet");
      maker.copy(repo, worktree.path(), worktree.common());
    }
  }

  /** Deletes an empty directory, which git would not take for the one that it knows. */
  private static void delete(Path empty) {
    try {
      Files.deleteIfExists(empty);
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be deleted".formatted(empty), e);
    }
  }

  /** Where the branch was before somebody deleted it, as far as that is known. */
  private Optional<String> lastCommit(Workspace workspace, WorkspaceRepo repo) {
    var common = CommonDirectory.of(repo.repository());
    var place = new GitPlace.Bare(common);
    return Worktree.find(common, workspace.worktree(repo))
        .filter(worktree -> worktree.branch().equals(Optional.of(workspace.branch())))
        .flatMap(worktree -> new Reflog().with(worktree.gitDirectory().resolve("logs/HEAD")).last())
        .flatMap(commit -> git.findCommit(place, commit))
        .or(() -> git.findCommit(place, AttemptRefs.seen(workspace.attempt())));
  }

  /** Gives files that git lost sight of a place in git again; the files stay as they are. */
  private void attach(Workspace workspace, Path common, Path path) {
    if (isRepositoryOfItsOwn(path)) {
      throw ToolFailure.invalid(
          "%s is a git repository of its own now".formatted(path),
          "Move %s away; the worktree then comes back with the next follow_up".formatted(path));
    }
    var scratch = layout.newScratch();
    try {
      var name = Optional.ofNullable(path.getFileName()).orElse(path);
      var beside = scratch.resolve(name.toString());
      maker.requireNotCheckedOut(workspace, common, path);
      git.in(new GitPlace.Bare(common))
          .run(
              "worktree",
              "add",
              "--quiet",
              "--force",
              "--no-checkout",
              beside.toString(),
              workspace.branch());
      Files.deleteIfExists(path.resolve(".git"));
      Files.move(beside.resolve(".git"), path.resolve(".git"));
      git.in(new GitPlace.Bare(common)).run("worktree", "repair", path.toString());
      git.in(Worktree.load(git, common, path).place()).run("read-tree", "HEAD");
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be made a worktree again".formatted(path), e);
    } finally {
      MarkedDirectory.at(scratch).delete();
    }
  }

  private static boolean isEmptyOrMissing(Path path) {
    try (var entries = Files.list(path)) {
      return entries.findAny().isEmpty();
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      // why: what cannot be looked into may hold work
      throw new UncheckedIOException("%s cannot be read".formatted(path), e);
    }
  }
}
