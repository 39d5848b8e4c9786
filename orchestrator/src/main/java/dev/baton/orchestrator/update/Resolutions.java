package dev.baton.orchestrator.update;

import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Identity;
import dev.baton.orchestrator.git.MergeTree;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.merge.Merges;
import dev.baton.orchestrator.update.Resolution.RepoResolution;
import dev.baton.orchestrator.workspace.Checkpoints;
import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Leaves conflicts in worktrees for an agent to resolve, and looks whether it did. Thread safe.
 *
 * <p>A conflict is always that of a merge, whatever the update was to be: a rebase may stop at each
 * commit, and each stop would be a turn.
 */
public final class Resolutions {
  private final Git git;
  private final Checkpoints checkpoints;

  public Resolutions(Git git, Checkpoints checkpoints) {
    this.git = git;
    this.checkpoints = checkpoints;
  }

  /** Fails if a merge would overwrite files that git does not know. */
  public void requireRoom(Workspace workspace, Resolution resolution) {
    for (var part : resolution.repos()) {
      var repo = workspace.repo(part.repoName());
      var merged = MergeTree.of(git, place(repo), part.tip(), part.targetCommit());
      Merges.requireRoom(git, worktree(workspace, repo).place(), merged.tree());
    }
  }

  /** Begins the merges; may be called again before the agent runs. */
  public void begin(Workspace workspace, Resolution resolution) {
    resolution.repos().forEach(repo -> begin(workspace, repo));
  }

  private void begin(Workspace workspace, RepoResolution resolution) {
    var repo = workspace.repo(resolution.repoName());
    checkpoints.rewind(workspace, repo, new Checkpoint(resolution.tip(), Optional.empty()));
    var worktree = worktree(workspace, repo);
    var arguments = new ArrayList<>(Identity.of(git, worktree.place()).options());
    arguments.addAll(
        List.of(
            "-c",
            "rerere.enabled=false",
            "-c",
            "merge.conflictStyle=merge",
            "merge",
            "--no-commit",
            "--no-ff",
            "--no-stat",
            "--quiet",
            resolution.targetCommit()));
    var command = GitCommand.in(worktree.place(), arguments);
    var merged = git.exclusively(List.of(worktree.common()), () -> git.attempt(command));
    if (worktree.merging().isEmpty()) {
      throw GitException.failed(command, merged.exitCode(), merged.error());
    }
  }

  /** Merges that somebody began in the worktrees and nobody has committed. */
  public Resolution findUnderWay(Workspace workspace) {
    var parts = new ArrayList<RepoResolution>();
    for (var repo : workspace.repos()) {
      var found = Worktree.find(CommonDirectory.of(repo.repository()), workspace.worktree(repo));
      found
          .flatMap(Worktree::merging)
          .flatMap(
              merging ->
                  git.findCommit(found.get().head(), "HEAD")
                      .map(
                          tip ->
                              new RepoResolution(repo.name(), repo.targetBranch(), merging, tip)))
          .ifPresent(parts::add);
    }
    return new Resolution(parts);
  }

  /** The files of which git does not know that somebody decided about them. */
  public List<String> listUnmerged(Workspace workspace, Resolution resolution) {
    return resolution.repos().stream()
        .flatMap(
            part -> {
              var repo = workspace.repo(part.repoName());
              return unmerged(worktree(workspace, repo)).map(path -> workspace.shown(repo, path));
            })
        .toList();
  }

  private Stream<GitPath> unmerged(Worktree worktree) {
    return git
        .in(worktree.place())
        .run("diff", "--name-only", "--diff-filter=U", "-z")
        .fields()
        .paths()
        .stream();
  }

  /** Those of them in which conflict marks are left, whatever made the conflict. */
  public List<String> listUnmergedWithMarks(Workspace workspace) {
    return workspace.repos().stream()
        .flatMap(
            repo ->
                Worktree.find(CommonDirectory.of(repo.repository()), workspace.worktree(repo))
                    .stream()
                    .flatMap(this::unmerged)
                    .filter(path -> hasMarks(path.below(workspace.worktree(repo))))
                    .map(path -> workspace.shown(repo, path)))
        .toList();
  }

  /** The files in which conflict marks are left, as they are shown. */
  public List<String> listMarked(Workspace workspace, Resolution resolution) {
    return resolution.repos().stream()
        .flatMap(
            part -> {
              var repo = workspace.repo(part.repoName());
              var merged = MergeTree.of(git, place(repo), part.tip(), part.targetCommit());
              return Stream.concat(merged.conflicts().stream(), displaced(merged, part))
                  .filter(path -> hasMarks(path.below(workspace.worktree(repo))))
                  .map(path -> workspace.shown(repo, path));
            })
        .toList();
  }

  /**
   * The files in conflict that are as git left them: those without marks, because they are binary
   * or one side deleted them, and nobody decided.
   */
  public List<String> listUntouched(Workspace workspace, Resolution resolution) {
    return resolution.repos().stream()
        .flatMap(
            part -> {
              var repo = workspace.repo(part.repoName());
              var merged = MergeTree.of(git, place(repo), part.tip(), part.targetCommit());
              var left = blobs(repo, merged.tree());
              var worktree = worktree(workspace, repo);
              // why without them: who deletes what git put beside one has decided about it
              var displaced =
                  merged.displaced().stream()
                      .map(path -> MergeTree.placed(path, part.tip(), part.targetCommit()))
                      .toList();
              return merged.conflicts().stream()
                  .filter(path -> !displaced.contains(path))
                  .filter(
                      path ->
                          findBlob(worktree, path)
                              .filter(blob -> blob.equals(left.get(path)))
                              .isPresent())
                  .map(path -> workspace.shown(repo, path));
            })
        .toList();
  }

  /**
   * A file that is something else on the other side, so that git put it beside its place.
   *
   * @param name what it is called in its commit
   * @param beside where it is now
   */
  public record DisplacedFile(String name, String beside) {}

  /** The files that git put beside their places, and that are still there. */
  public List<DisplacedFile> listDisplaced(Workspace workspace, Resolution resolution) {
    return resolution.repos().stream()
        .flatMap(
            part -> {
              var repo = workspace.repo(part.repoName());
              var merged = MergeTree.of(git, place(repo), part.tip(), part.targetCommit());
              return merged.displaced().stream()
                  .filter(
                      path ->
                          Files.exists(
                              MergeTree.inWorktree(path, part.tip())
                                  .below(workspace.worktree(repo)),
                              LinkOption.NOFOLLOW_LINKS))
                  .map(
                      path ->
                          new DisplacedFile(
                              workspace.shown(
                                  repo, MergeTree.placed(path, part.tip(), part.targetCommit())),
                              workspace.shown(repo, MergeTree.inWorktree(path, part.tip()))));
            })
        .toList();
  }

  private static Stream<GitPath> displaced(MergeTree merged, RepoResolution part) {
    return merged.displaced().stream().map(path -> MergeTree.inWorktree(path, part.tip()));
  }

  private Map<GitPath, String> blobs(WorkspaceRepo repo, String tree) {
    var fields = git.in(place(repo)).run("ls-tree", "-r", "-z", "--full-tree", tree).fields();
    var blobs = new HashMap<GitPath, String>();
    while (fields.hasNext()) {
      var entry = fields.nextUpTo('\t');
      blobs.put(fields.nextPath(), entry.substring(entry.lastIndexOf(' ') + 1));
    }
    return blobs;
  }

  /** What git would keep of a file, a link or another repository; empty if it is gone. */
  private Optional<String> findBlob(Worktree worktree, GitPath path) {
    var file = path.below(worktree.path());
    if (Files.isSymbolicLink(file)) {
      return Optional.of(hash(worktree, "--stdin", target(file)));
    }
    if (Files.exists(file.resolve(".git"), LinkOption.NOFOLLOW_LINKS)) {
      return git.findCommit(new GitPlace.Discovered(file), "HEAD");
    }
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        ? Optional.of(hash(worktree, "--stdin-paths", quoted(file) + "\n"))
        : Optional.empty();
  }

  /** A name in one line, as git reads it, because a name may have several. */
  private static String quoted(Path file) {
    return "\"%s\""
        .formatted(
            file.toString().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"));
  }

  private String hash(Worktree worktree, String option, String input) {
    return git.run(GitCommand.in(worktree.place(), "hash-object", option).withInput(input)).text();
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(link), e);
    }
  }

  /** The target branches that the attempt still lacks, because somebody gave the merge up. */
  public List<String> listMissing(Workspace workspace, Resolution resolution) {
    return resolution.repos().stream()
        .filter(
            part ->
                !git.isAncestor(
                    worktree(workspace, workspace.repo(part.repoName())).place(),
                    part.targetCommit(),
                    "HEAD"))
        .map(RepoResolution::targetBranch)
        .toList();
  }

  /** Ends merges that are not committed; the files are kept and then as before. */
  public void giveUp(Workspace workspace, Resolution resolution) {
    for (var part : resolution.repos()) {
      var repo = workspace.repo(part.repoName());
      var worktree = worktree(workspace, repo);
      if (worktree.merging().isPresent()) {
        var head = git.findCommit(worktree.place(), "HEAD").orElse(part.tip());
        checkpoints.rewind(workspace, repo, new Checkpoint(head, Optional.empty()));
      }
    }
  }

  private Worktree worktree(Workspace workspace, WorkspaceRepo repo) {
    return Worktree.load(git, CommonDirectory.of(repo.repository()), workspace.worktree(repo));
  }

  private static boolean hasMarks(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (var lines = Files.lines(file, StandardCharsets.ISO_8859_1)) {
      return lines.anyMatch(line -> line.startsWith("<<<<<<< ") || line.startsWith(">>>>>>> "));
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be read".formatted(file), e);
    }
  }

  private static GitPlace place(WorkspaceRepo repo) {
    return new GitPlace.Bare(CommonDirectory.of(repo.repository()));
  }
}
