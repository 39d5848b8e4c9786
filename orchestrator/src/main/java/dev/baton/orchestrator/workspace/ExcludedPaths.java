package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.NulFields;
import dev.baton.orchestrator.git.Worktree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Paths in a checkout that never count as work, whatever is in them. */
public record ExcludedPaths(Set<GitPath> paths) {
  static final ExcludedPaths NOTHING = new ExcludedPaths(Set.of());

  private static final String LIST = "baton-copied";

  public ExcludedPaths {
    paths = Set.copyOf(paths);
  }

  /** The files that were copied into a worktree, but for those that somebody put into git. */
  public static ExcludedPaths copiedInto(Git git, Worktree worktree) {
    var copied = new LinkedHashSet<>(listed(worktree));
    if (copied.isEmpty()) {
      return NOTHING;
    }
    var tracked = git.in(worktree.place()).run("ls-files", "-z").fields().paths();
    tracked.forEach(copied::remove);
    return new ExcludedPaths(copied);
  }

  /** Notes in git's own directory of the worktree what was copied into it. */
  static void note(Worktree worktree, Collection<Path> copied) {
    var paths = new LinkedHashSet<>(listed(worktree));
    copied.forEach(path -> paths.add(GitPath.of(path.toString())));
    try {
      Files.write(worktree.gitDirectory().resolve(LIST), GitPath.ended(paths));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<GitPath> listed(Worktree worktree) {
    try {
      return new NulFields(Files.readAllBytes(worktree.gitDirectory().resolve(LIST))).paths();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The command that adds everything else, as far as it can be added. */
  public GitCommand add(GitPlace place, String option) {
    var arguments = new ArrayList<>(List.of("add", option, "--sparse", "--ignore-errors"));
    if (paths.isEmpty()) {
      arguments.add(".");
      return GitCommand.in(place, arguments);
    }
    // why not as arguments: there may be thousands, and they need not be text
    arguments.addAll(List.of("--pathspec-from-file=-", "--pathspec-file-nul"));
    return GitCommand.in(place, arguments)
        .withEnvironment(Map.of("GIT_LITERAL_PATHSPECS", "0"))
        .withInput(patterns());
  }

  private byte[] patterns() {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(".\0".getBytes(StandardCharsets.US_ASCII));
    for (var path : paths) {
      bytes.writeBytes(":(exclude,top,literal)".getBytes(StandardCharsets.US_ASCII));
      bytes.writeBytes(path.bytes());
      bytes.write(0);
    }
    return bytes.toByteArray();
  }

  /** True if the path, or a directory that it is in, is left out. */
  public boolean covers(GitPath path) {
    var names = path.withoutSlashBehind().names();
    for (int end = 1; end <= names.size(); end++) {
      if (paths.contains(GitPath.join(names.subList(0, end)))) {
        return true;
      }
    }
    return false;
  }
}
