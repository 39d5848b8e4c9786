package dev.baton.orchestrator.changes;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitLockFile;
import dev.baton.orchestrator.git.GitOutput;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.Identity;
import dev.baton.orchestrator.git.UnknownFiles;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.ExcludedPaths;
import dev.baton.orchestrator.workspace.HiddenFiles;
import dev.baton.orchestrator.workspace.MarkedDirectory;
import dev.baton.orchestrator.workspace.StagedWork;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceLayout;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Commits what agents leave uncommitted. Thread safe. */
public final class Commits {
  /** What became of uncommitted work. */
  public sealed interface CommitResult {
    /** There was none. */
    record Nothing() implements CommitResult {}

    /** It is a commit now. */
    record Committed() implements CommitResult {}

    /**
     * A hook of the repository, or git, did not want it; the work is still there, and staged.
     *
     * @param reason the last words of the hook
     */
    record Refused(String reason) implements CommitResult {}
  }

  private static final int MOST_WORDS = 4_000;
  private static final String INDEX_LOCK = "index.lock";
  private static final Duration LOCK_POLL = Duration.ofMillis(50);

  /** How long a lock may have no program that is seen to hold it. */
  private static final Duration UNEXPLAINED = Duration.ofSeconds(5);

  /** Where the commit is made. */
  private record Place(Workspace workspace, WorkspaceRepo repo, Worktree worktree) {
    private String skipped(Path hook) {
      var shown =
          hook.startsWith(worktree.path())
              ? workspace.shown(repo, GitPath.of(worktree.path().relativize(hook).toString()))
              : hook.toString();
      return "Hook %s did not run at the commit: it lies in the workspace and differs from branch %s"
          .formatted(shown, repo.targetBranch());
    }
  }

  private final Git git;
  private final WorkspaceLayout layout;

  public Commits(Git git, Path dataDirectory) {
    this.git = git;
    this.layout = new WorkspaceLayout(dataDirectory);
  }

  /**
   * Commits all changes of one worktree, untracked files included, to whatever is checked out
   * there. The hooks of the repository run, and may refuse; those that an agent may have written do
   * not.
   *
   * @param told hears a sentence about each hook that did not run, and each repository left out
   */
  public CommitResult commit(
      Workspace workspace, WorkspaceRepo repo, String message, Consumer<String> told) {
    var common = CommonDirectory.of(repo.repository());
    var worktree = Worktree.load(git, common, workspace.worktree(repo));
    // why only this worktree: agents commit in theirs at any time, and hooks may take minutes
    return git.exclusively(
        List.of(worktree.gitDirectory()),
        () -> {
          var result = commit(new Place(workspace, repo, worktree), message, told);
          remember(workspace, worktree);
          return result;
        });
  }

  private CommitResult commit(Place place, String message, Consumer<String> told) {
    var worktree = place.worktree();
    awaitIndex(worktree);
    new StagedWork(git, worktree).keep(place.workspace(), place.repo());
    var unborn = stage(worktree);
    var staged = staged(worktree);
    var leftOut = staged.stream().filter(StagedEntry::isNewRepository).toList();
    if (!leftOut.isEmpty()) {
      git.run(
          GitCommand.in(worktree.place(), "update-index", "--force-remove", "-z", "--stdin")
              .withPaths(leftOut.stream().map(StagedEntry::path).toList()));
    }
    Stream.concat(leftOut.stream().map(StagedEntry::path), unborn.stream())
        .forEach(
            path ->
                told.accept(
                    "%s was not committed: it is a git repository of its own; delete the .git in it to have its files in this one"
                        .formatted(place.workspace().shown(place.repo(), path))));
    HiddenFiles.listChanged(git, worktree, layout)
        .forEach(
            path ->
                told.accept(
                    "%s was changed and not committed: git was told not to look at it; git update-index --no-skip-worktree or --no-assume-unchanged with its name changes that"
                        .formatted(place.workspace().shown(place.repo(), path))));
    if (leftOut.size() == staged.size() && worktree.merging().isEmpty()) {
      return new CommitResult.Nothing();
    }
    return write(place, message, told);
  }

  /** Stages all that can be; returns the repositories without a commit, which cannot. */
  private List<GitPath> stage(Worktree worktree) {
    var excluded = ExcludedPaths.copiedInto(git, worktree);
    var add = excluded.add(worktree.place(), "--all");
    awaitIndex(worktree);
    var added = git.attempt(add);
    var deadline = System.nanoTime() + git.times().lock().toNanos();
    while (isHeldByAnother(added) && System.nanoTime() < deadline) {
      awaitIndex(worktree);
      added = git.attempt(add);
    }
    // why 1: something cannot be added, such as an empty repository inside the worktree
    if (added.exitCode() > 1) {
      throw GitException.failed(add, added.exitCode(), added.error());
    }
    return added.succeeded()
        ? List.of()
        : UnknownFiles.repositoriesIn(git, worktree.place()).stream()
            .filter(path -> !excluded.covers(path))
            .toList();
  }

  /** Whether it came too early, and not because the file cannot be made at all. */
  private static boolean isHeldByAnother(GitOutput added) {
    return added.exitCode() > 1
        && added.error().contains(INDEX_LOCK)
        && added.error().contains("File exists");
  }

  /** A path that the next commit would change. */
  private record StagedEntry(GitPath path, String oldMode, String newMode) {
    private boolean isNewRepository() {
      return newMode.equals("160000") && oldMode.equals("000000");
    }
  }

  private List<StagedEntry> staged(Worktree worktree) {
    var submodules =
        Files.exists(worktree.path().resolve(".gitmodules"), LinkOption.NOFOLLOW_LINKS);
    var fields =
        git.in(worktree.place())
            .run(
                "diff-index",
                "--cached",
                "--raw",
                "-z",
                "--no-renames",
                git.findCommit(worktree.place(), "HEAD").orElseThrow(() -> unborn(worktree)))
            .fields();
    var entries = new ArrayList<StagedEntry>();
    while (fields.hasNext()) {
      var words = fields.nextText().split(" ", 3);
      var path = fields.nextPath();
      // why: with .gitmodules the agent means a submodule, which git does keep as a commit's id
      entries.add(new StagedEntry(path, submodules ? "" : words[0].substring(1), words[1]));
    }
    return entries;
  }

  private static ToolFailure unborn(Worktree worktree) {
    return ToolFailure.notFound(
        "The branch of worktree %s was deleted".formatted(worktree.path()),
        "It comes back with the next follow_up of its attempt");
  }

  private CommitResult write(Place place, String message, Consumer<String> told) {
    var worktree = place.worktree();
    var scratch = layout.newScratch();
    try {
      var hooks = new CommitHooks(git, place.workspace(), place.repo(), worktree).choose(scratch);
      hooks.skipped().forEach(hook -> told.accept(place.skipped(hook)));
      var output = run(worktree, message, hooks, scratch);
      return output.succeeded()
          ? new CommitResult.Committed()
          : new CommitResult.Refused(lastWords(output.error()));
    } finally {
      MarkedDirectory.at(scratch).delete();
    }
  }

  private GitOutput run(Worktree worktree, String message, CommitHooks.Chosen hooks, Path scratch) {
    var arguments = new ArrayList<>(Identity.of(git, worktree.place()).options());
    arguments.addAll(hooks.options());
    arguments.addAll(
        List.of("commit", "--quiet", "--no-gpg-sign", "--cleanup=whitespace", "-F", "-"));
    return git.runWithHooks(
        GitCommand.in(worktree.place(), arguments).withInput(message + "\n"), scratch);
  }

  private static String lastWords(String text) {
    var words = text.strip();
    return words.substring(Math.max(0, words.length() - MOST_WORDS));
  }

  /** Remembers where the attempt was, for when somebody deletes its branch. */
  private void remember(Workspace workspace, Worktree worktree) {
    git.findCommit(worktree.place(), "HEAD")
        .ifPresent(
            commit ->
                git.in(worktree.place())
                    .run("update-ref", AttemptRefs.seen(workspace.attempt()), commit));
  }

  private void awaitIndex(Worktree worktree) {
    var lock = worktree.gitDirectory().resolve(INDEX_LOCK);
    var start = System.nanoTime();
    while (Files.exists(lock)) {
      var waited = Duration.ofNanos(System.nanoTime() - start);
      if (waited.compareTo(git.times().lock()) > 0 || Thread.currentThread().isInterrupted()) {
        throw new ToolFailure(
            BoardFailureCode.ATTEMPT_BUSY,
            "Another git program holds %s".formatted(lock),
            "Repeat the call when it is done; if none runs any more, delete the file");
      }
      var isLate = waited.compareTo(UNEXPLAINED) > 0;
      if (isLate) {
        new GitLockFile(lock).refuseIfLeft();
      }
      // why seldom then: to look for programs costs more than to look for a file
      LockSupport.parkNanos((isLate ? LOCK_POLL.multipliedBy(10) : LOCK_POLL).toNanos());
    }
  }
}
