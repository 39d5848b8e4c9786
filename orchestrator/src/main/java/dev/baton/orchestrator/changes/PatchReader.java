package dev.baton.orchestrator.changes;

import dev.baton.mcp.internal.text.ShortText;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPath;
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
import java.util.Set;

/** Shows the changes of files as a patch, without writing into a repository. Thread safe. */
public final class PatchReader {
  /**
   * The changes of some files as a patch.
   *
   * @param files the paths that the patch has
   * @param omitted changed paths that did not fit any more
   * @param totalBytes the size of the patch of all asked paths
   * @param blocked why there is no patch
   */
  public record Patch(
      String patch,
      List<String> files,
      List<String> omitted,
      boolean truncated,
      long totalBytes,
      Optional<BlockedRead> blocked,
      Optional<String> hint) {
    public Patch {
      files = List.copyOf(files);
      omitted = List.copyOf(omitted);
    }

    static Patch blocked(BlockedReadException blocked, List<String> omitted, long totalBytes) {
      return new Patch(
          "",
          List.of(),
          omitted,
          false,
          totalBytes,
          Optional.of(blocked.reason()),
          Optional.of(blocked.hint()));
    }
  }

  /** How much comes if the caller does not say. */
  public static final int USUAL_BYTES = 30_000;

  /** The most that may be asked for. */
  static final int MOST_BYTES = 2 * 1024 * 1024;

  static final int MOST_PATHS = 100;

  private final Git git;
  private final WorkspaceLayout layout;

  public PatchReader(Git git, Path dataDirectory) {
    this.git = git;
    this.layout = new WorkspaceLayout(dataDirectory);
  }

  private record Part(String path, PatchSection section) {}

  /** The patch of the paths against the merge base, as many whole files as fit. */
  public Patch read(Workspace workspace, List<String> paths, int maxBytes) {
    FileReader.requireSize(maxBytes);
    if (paths.isEmpty()) {
      throw ToolFailure.invalid(
          "/paths",
          "No path was named",
          "Repeat the call with paths that get_attempt_changes shows in paths");
    }
    try {
      requireBounds(paths, maxBytes);
      return cut(find(workspace, paths), maxBytes);
    } catch (BlockedReadException e) {
      return Patch.blocked(e, List.of(), 0);
    }
  }

  private static void requireBounds(List<String> paths, int maxBytes) {
    if (paths.size() > MOST_PATHS) {
      throw new BlockedReadException(
          BlockedRead.TOO_MANY_PATHS,
          "%d paths were named, and %d are the most; ask in several calls"
              .formatted(paths.size(), MOST_PATHS));
    }
    if (maxBytes > MOST_BYTES) {
      throw new BlockedReadException(
          BlockedRead.SIZE_EXCEEDED,
          "max_bytes is at most %d; ask for fewer paths".formatted(MOST_BYTES));
    }
  }

  /** What has changed of the paths, in the order in which they were asked for, and the others. */
  private record Found(List<Part> parts, List<String> unchanged) {}

  private Found find(Workspace workspace, List<String> paths) {
    var asked = new LinkedHashMap<String, WorkspacePath>();
    paths.forEach(shown -> asked.put(shown, WorkspacePath.parse(workspace, shown)));
    var sections = new LinkedHashMap<WorkspaceRepo, Map<GitPath, List<PatchSection>>>();
    for (var repo : workspace.repos()) {
      var wanted = new LinkedHashSet<GitPath>();
      asked.values().stream()
          .filter(path -> path.repo().equals(repo))
          .forEach(path -> wanted.add(path.path()));
      sections.put(repo, sections(workspace, repo, wanted));
    }
    var parts = new LinkedHashSet<Part>();
    var unchanged = new ArrayList<String>();
    asked.forEach(
        (shown, path) -> {
          var repo = path.repo();
          var found = sections.getOrDefault(repo, Map.of()).getOrDefault(path.path(), List.of());
          found.forEach(
              section -> parts.add(new Part(workspace.shown(repo, section.path()), section)));
          if (found.isEmpty()) {
            unchanged.add(shown);
          }
        });
    return new Found(List.copyOf(parts), unchanged);
  }

  /** The patch of each path that has changed. */
  private Map<GitPath, List<PatchSection>> sections(
      Workspace workspace, WorkspaceRepo repo, Set<GitPath> wanted) {
    if (wanted.isEmpty()) {
      return Map.of();
    }
    try (var diff = WorktreeDiff.open(git, layout, workspace, repo)) {
      var changes = changesOf(wanted, diff.changes());
      if (changes.isEmpty()) {
        return Map.of();
      }
      var prefix = workspace.single() ? "" : repo.name() + "/";
      var command = diff.patch(withOldPaths(changes.values()), prefix);
      var answer = git.stream(command, in -> PatchSection.read(in, MOST_BYTES));
      if (answer.exitCode() != 0) {
        throw GitException.failed(command, answer.exitCode(), answer.error());
      }
      var sections = new LinkedHashMap<GitPath, List<PatchSection>>();
      changes.forEach(
          (path, change) ->
              sections.put(
                  path,
                  answer.value().stream()
                      .filter(part -> part.path().equals(change.path()))
                      .toList()));
      return sections;
    }
  }

  /** The change of each path; a path that a file was renamed from has that of the new one. */
  private static Map<GitPath, RawChange> changesOf(Set<GitPath> wanted, List<RawChange> changes) {
    var found = new LinkedHashMap<GitPath, RawChange>();
    for (var change : changes) {
      if (wanted.contains(change.path())) {
        found.put(change.path(), change);
      }
      if (change.status() == ChangeStatus.RENAMED) {
        change.oldPath().filter(wanted::contains).ifPresent(old -> found.putIfAbsent(old, change));
      }
    }
    return found;
  }

  /** A rename is shown as one only if git may look at both of its paths. */
  private static Set<GitPath> withOldPaths(Collection<RawChange> changes) {
    var needed = new LinkedHashSet<GitPath>();
    for (var change : changes) {
      needed.add(change.path());
      change.oldPath().ifPresent(needed::add);
    }
    return needed;
  }

  private static Patch cut(Found found, int maxBytes) {
    var parts = found.parts();
    if (parts.isEmpty()) {
      throw new BlockedReadException(
          BlockedRead.NOT_FOUND,
          "None of the paths has changed; get_attempt_changes lists those that have");
    }
    long total = parts.stream().mapToLong(part -> part.section().length()).sum();
    var patch = new StringBuilder();
    var files = new ArrayList<String>();
    var omitted = new ArrayList<String>();
    long room = maxBytes;
    for (var part : parts) {
      if (omitted.isEmpty() && part.section().length() <= room) {
        room -= part.section().length();
        patch.append(part.section().text());
        files.add(part.path());
      } else {
        omitted.add(part.path());
      }
    }
    if (files.isEmpty()) {
      return Patch.blocked(tooLong(parts.getFirst()), omitted, total);
    }
    return new Patch(
        patch.toString(),
        files,
        omitted,
        !omitted.isEmpty(),
        total,
        Optional.empty(),
        hint(omitted, found.unchanged()));
  }

  private static BlockedReadException tooLong(Part first) {
    var path = first.path();
    long length = first.section().length();
    return new BlockedReadException(
        BlockedRead.SIZE_EXCEEDED,
        length <= MOST_BYTES
            ? "The patch of '%s' alone needs max_bytes=%d".formatted(path, length)
            : "The patch of '%s' alone has %d bytes, more than the most that can be asked for; read the file with get_attempt_file"
                .formatted(path, length));
  }

  private static Optional<String> hint(List<String> omitted, List<String> unchanged) {
    var hints = new ArrayList<String>();
    if (!omitted.isEmpty()) {
      hints.add("Ask for the omitted paths in another call, or with a larger max_bytes");
    }
    if (!unchanged.isEmpty()) {
      hints.add("Not changed, or under another path: " + String.join(", ", unchanged));
    }
    return hints.isEmpty() ? Optional.empty() : Optional.of(ShortText.of(String.join(". ", hints)));
  }
}
