package dev.baton.orchestrator.changes;

import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Chooses the hooks of a commit. Those of the user and of the repository run. One that lies in the
 * workspace runs only if it, and what lies beside it for hooks to use, is as in the target branch:
 * anything else there may have been written by an agent. Used by one thread.
 */
final class CommitHooks {
  private static final int MOST_FILES = 1_000;

  /** What git runs by itself when it commits. */
  private static final List<String> NAMES =
      List.of(
          "pre-commit",
          "prepare-commit-msg",
          "commit-msg",
          "post-commit",
          "post-index-change",
          "post-rewrite",
          "reference-transaction",
          "pre-auto-gc");

  /**
   * What git is told.
   *
   * @param directory has the hooks that run
   * @param skipped the files of those that do not
   */
  record Chosen(Path directory, List<Path> skipped) {
    Chosen {
      skipped = List.copyOf(skipped);
    }

    List<String> options() {
      return List.of("-c", "core.hooksPath=" + directory);
    }
  }

  private final Git git;
  private final Path workspace;
  private final WorkspaceRepo repo;
  private final Worktree worktree;

  CommitHooks(Git git, Workspace workspace, WorkspaceRepo repo, Worktree worktree) {
    this.git = git;
    this.workspace = workspace.root();
    this.repo = repo;
    this.worktree = worktree;
  }

  /**
   * Chooses among what git would run now.
   *
   * @param scratch a directory for the choice, if it is not all
   */
  Chosen choose(Path scratch) {
    try {
      var directory = configured();
      var hooks =
          NAMES.stream()
              .map(directory::resolve)
              .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
              .toList();
      var isInside = isInside(directory);
      var helpers = isInside ? helpers(directory) : Set.<Path>of();
      var trusted = trusted(hooks, helpers);
      if (!isInside && trusted.size() == hooks.size()) {
        return new Chosen(directory, List.of());
      }
      var skipped = hooks.stream().filter(hook -> !trusted.contains(hook)).toList();
      return new Chosen(made(trusted, scratch.resolve("hooks")), skipped);
    } catch (IOException e) {
      throw new UncheckedIOException("The hooks of %s cannot be read".formatted(worktree), e);
    }
  }

  private Path configured() {
    var answer =
        git.run(GitCommand.in(worktree.place(), "rev-parse", "--git-path", "hooks").withHooks());
    return worktree.path().resolve(answer.text()).normalize();
  }

  private boolean isInside(Path path) throws IOException {
    return path.startsWith(workspace)
        || (Files.exists(path) && path.toRealPath().startsWith(workspace));
  }

  /** The files beside hooks that hooks may use: all but the hooks themselves. */
  private static Set<Path> helpers(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Set.of();
    }
    try (var files = Files.walk(directory)) {
      return files
          .filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
          .filter(file -> !isHook(directory, file))
          .limit(MOST_FILES + 1L)
          .collect(Collectors.toSet());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static boolean isHook(Path directory, Path file) {
    return directory.equals(file.getParent()) && NAMES.contains(String.valueOf(file.getFileName()));
  }

  private List<Path> trusted(List<Path> hooks, Set<Path> helpers) throws IOException {
    var inside = new HashSet<>(helpers);
    for (var hook : hooks) {
      if (isInside(hook)) {
        inside.add(hook.toRealPath());
      }
    }
    var unchanged = inside.size() > MOST_FILES ? Set.<Path>of() : unchanged(inside);
    var trusted = new ArrayList<Path>();
    for (var hook : hooks) {
      // why: a link can be turned to something that is unchanged and was never meant as a hook
      var isPlain = !hook.startsWith(workspace) || hook.equals(hook.toRealPath());
      var isOwn = unchanged.contains(hook.toRealPath()) && unchanged.containsAll(helpers);
      if (!isInside(hook) || (isPlain && isOwn)) {
        trusted.add(hook);
      }
    }
    return trusted;
  }

  /** Those of the files that are in the target branch as they are here, or were when it began. */
  private Set<Path> unchanged(Set<Path> files) {
    var ours =
        files.stream()
            .filter(file -> file.startsWith(worktree.path()) && !file.toString().contains("\n"))
            .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
            .toList();
    if (ours.isEmpty()) {
      return Set.of();
    }
    var hashes =
        git.run(
                GitCommand.in(worktree.place(), "hash-object", "--no-filters", "--stdin-paths")
                    .withInput(
                        ours.stream().map(file -> file + "\n").collect(Collectors.joining())))
            .lines();
    var unchanged = new HashSet<Path>();
    for (var commit : List.of(Branch.ref(repo.targetBranch()), repo.baseCommit())) {
      var known = entries(commit, ours);
      for (int i = 0; i < ours.size(); i++) {
        if (Objects.equals(known.get(ours.get(i)), mode(ours.get(i)) + " blob " + hashes.get(i))) {
          unchanged.add(ours.get(i));
        }
      }
    }
    return unchanged;
  }

  private static String mode(Path file) {
    return Files.isExecutable(file) ? "100755" : "100644";
  }

  /** What a commit has of these files: mode, type and id. */
  private Map<Path, String> entries(String commit, List<Path> files) {
    var arguments = new ArrayList<>(List.of("ls-tree", "-z", "--full-tree", commit, "--"));
    files.forEach(file -> arguments.add(worktree.path().relativize(file).toString()));
    var fields = git.in(worktree.place()).run(arguments).fields();
    var entries = new HashMap<Path, String>();
    while (fields.hasNext()) {
      var entry = fields.nextUpTo('\t');
      entries.put(fields.nextPath().below(worktree.path()), entry);
    }
    return entries;
  }

  /** A directory in which each of these is called under its own name and at its own place. */
  private static Path made(List<Path> hooks, Path directory) throws IOException {
    Files.createDirectories(directory);
    for (var hook : hooks) {
      var call = directory.resolve(String.valueOf(hook.getFileName()));
      Files.writeString(
          call, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(hook.toString().replace("'", "'\\''")));
      Files.setPosixFilePermissions(call, PosixFilePermissions.fromString("rwx------"));
    }
    return directory;
  }
}
