package dev.baton.orchestrator.changes;

import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.NulFields;
import dev.baton.orchestrator.workspace.ExcludedPaths;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Files in a worktree that git does not track, and how a diff gets to see them. */
final class Untracked {
  /** A file in conflict is listed too: a diff shows it as one file only after it was added. */
  private static final List<String> LIST =
      List.of("ls-files", "-z", "-t", "--others", "--unmerged", "--exclude-standard");

  private static final String TAG = "?";

  private static final List<String> ADD =
      List.of(
          "add",
          "--intent-to-add",
          "--sparse",
          "--ignore-errors",
          "--pathspec-from-file=-",
          "--pathspec-file-nul");

  /** Something could not be added, such as an empty repository inside the worktree. */
  private static final int SOME_LEFT = 1;

  // why: git compares every file that it tracks with every path that it is told to add
  private static final int MOST_PATHS = 50;
  private static final int MOST_BYTES = 64 * 1024;

  private final Git git;
  private final GitPlace place;
  private final Map<String, String> environment;
  private final ExcludedPaths excluded;

  public Untracked(
      Git git, GitPlace place, Map<String, String> environment, ExcludedPaths excluded) {
    this.git = git;
    this.place = place;
    this.environment = environment;
    this.excluded = excluded;
  }

  /** Names the files in the index without their contents. */
  public void show() {
    var few = few();
    if (few.isEmpty() || !add(few.get())) {
      addAll();
    }
  }

  /**
   * The files if there are few, and nothing but them has to be added.
   *
   * <p>why: to find them costs a third of what it costs to add everything, for which git looks at
   * each file that it tracks and writes the whole index.
   */
  private Optional<List<GitPath>> few() {
    var command = GitCommand.in(place, LIST).withEnvironment(environment);
    var listed = git.stream(command, Untracked::beginningOf);
    if (listed.exitCode() != 0 || listed.value().length == MOST_BYTES) {
      return Optional.empty();
    }
    var fields = new NulFields(listed.value());
    var paths = new ArrayList<GitPath>();
    while (fields.hasNext()) {
      if (!fields.nextUpTo(' ').equals(TAG) || paths.size() == MOST_PATHS) {
        return Optional.empty();
      }
      var path = fields.nextPath();
      if (!excluded.covers(path)) {
        paths.add(path);
      }
    }
    return Optional.of(paths);
  }

  private static byte[] beginningOf(InputStream in) throws IOException {
    return in.readNBytes(MOST_BYTES);
  }

  /** False if git could not, such as when a file is gone again. */
  private boolean add(List<GitPath> paths) {
    var command = GitCommand.in(place, ADD).withPaths(paths).withEnvironment(environment);
    return paths.isEmpty() || git.attempt(command).exitCode() <= SOME_LEFT;
  }

  private void addAll() {
    var command = excluded.add(place, "--intent-to-add").withEnvironment(environment);
    var added = git.attempt(command);
    if (added.exitCode() > SOME_LEFT) {
      throw GitException.failed(command, added.exitCode(), added.error());
    }
  }
}
