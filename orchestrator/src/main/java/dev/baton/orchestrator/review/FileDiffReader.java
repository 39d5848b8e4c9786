package dev.baton.orchestrator.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.baton.orchestrator.changes.Baseline;
import dev.baton.orchestrator.changes.WorkspacePath;
import dev.baton.orchestrator.comment.CommentSide;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.review.AttemptReviews.DiffQuery;
import dev.baton.orchestrator.review.FileDiff.Blob;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceLayout;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares single files of workspaces, without writing into a repository. Thread safe. */
final class FileDiffReader {
  /** A longer content is compared, but not held as lines. */
  static final int MOST_HELD = 2 * 1024 * 1024;

  /** A file, and the lines of one of its sides that a comment is about. */
  record Quote(FileDiff diff, QuotedLines lines) {}

  private final Git git;
  private final WorkspaceLayout layout;

  FileDiffReader(Git git, Path dataDirectory) {
    this.git = git;
    this.layout = new WorkspaceLayout(dataDirectory);
  }

  FileDiff read(Workspace workspace, Baseline baseline, DiffQuery query) {
    var path = WorkspacePath.load(workspace, query.path());
    try (var files = StagedFiles.open(git, layout, workspace, path.repo(), List.of(path.path()))) {
      return read(workspace, files, baseline, query);
    }
  }

  private static FileDiff read(
      Workspace workspace, StagedFiles files, Baseline baseline, DiffQuery query) {
    var path = WorkspacePath.load(workspace, query.path());
    var oldPath = WorkspacePath.load(workspace, query.oldPath());
    var before = files.find(base(files, path.repo(), baseline), oldPath.path());
    var now = Optional.ofNullable(files.contents().get(path.path()));
    var part =
        files.compare(
            before.orElseGet(files::nothing),
            now.orElseGet(files::nothing),
            query.ignoresSpace() ? List.of("-w") : List.of(),
            query.first(),
            query.most());
    return new FileDiff(
        query.path(),
        before,
        now,
        part.isBinary(),
        part.hunks(),
        query.first(),
        part.hasMore(),
        part.isBinary() ? List.of() : lines(files, before),
        part.isBinary() ? List.of() : lines(files, now));
  }

  /** Reads lines of a file, also of one that is too long to be held. */
  Quote quote(
      Workspace workspace,
      Baseline baseline,
      DiffQuery query,
      CommentSide side,
      long first,
      long last) {
    var path = WorkspacePath.load(workspace, query.path());
    try (var files = StagedFiles.open(git, layout, workspace, path.repo(), List.of(path.path()))) {
      var diff = read(workspace, files, baseline, query);
      var blob = side == CommentSide.OLD ? diff.before() : diff.now();
      return new Quote(
          diff,
          blob.filter(_ -> !diff.isBinary())
              .map(it -> files.quote(it, first, last, MOST_HELD))
              .orElse(QuotedLines.NONE));
    }
  }

  /** One side of a file; empty if there is none, or it is longer than wanted. */
  Optional<byte[]> content(
      Workspace workspace, Baseline baseline, String shown, boolean isOld, int most) {
    var path = WorkspacePath.load(workspace, shown);
    try (var files = StagedFiles.open(git, layout, workspace, path.repo(), List.of(path.path()))) {
      var blob =
          isOld
              ? files.find(base(files, path.repo(), baseline), path.path())
              : Optional.ofNullable(files.contents().get(path.path()));
      return blob.filter(it -> it.bytes() > 0 && it.bytes() <= most).map(files::load);
    }
  }

  /** What the files have in them now, by the path as it is shown; {@code GONE} without a file. */
  Map<String, String> contentIds(Workspace workspace, Collection<String> shown) {
    var ids = new LinkedHashMap<String, String>();
    for (var repo : workspace.repos()) {
      var paths = new LinkedHashMap<GitPath, String>();
      for (var text : shown) {
        var path = WorkspacePath.load(workspace, text);
        if (path.repo().equals(repo)) {
          paths.put(path.path(), text);
        }
      }
      if (!paths.isEmpty()) {
        try (var files =
            StagedFiles.open(git, layout, workspace, repo, new LinkedHashSet<>(paths.keySet()))) {
          var found = files.ids();
          paths.forEach((path, text) -> ids.put(text, found.getOrDefault(path, FileDiff.GONE)));
        }
      }
    }
    return ids;
  }

  private static String base(StagedFiles files, WorkspaceRepo repo, Baseline baseline) {
    return baseline
        .find(repo)
        .or(() -> files.mergeBase(Branch.ref(repo.targetBranch())))
        .orElse(repo.baseCommit());
  }

  private static List<String> lines(StagedFiles files, Optional<Blob> blob) {
    if (blob.isEmpty() || blob.get().bytes() == 0 || blob.get().bytes() > MOST_HELD) {
      return List.of();
    }
    return split(new String(files.load(blob.get()), UTF_8));
  }

  /** Lines as git counts them: only a line feed ends one. */
  static List<String> split(String text) {
    var lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return lines;
  }
}
