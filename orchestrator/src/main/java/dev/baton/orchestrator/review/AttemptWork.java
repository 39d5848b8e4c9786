package dev.baton.orchestrator.review;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.changes.ChangeReader;
import dev.baton.orchestrator.changes.Changes;
import dev.baton.orchestrator.changes.FileContent;
import dev.baton.orchestrator.changes.FileRange;
import dev.baton.orchestrator.changes.FileReader;
import dev.baton.orchestrator.changes.PatchReader;
import dev.baton.orchestrator.changes.PatchReader.Patch;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.workspace.Workspace;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the work of attempts as models and programs ask for it: changes, patches, parts of files.
 * What people see of it is in {@link AttemptReviews}. Thread safe.
 */
public final class AttemptWork {
  /**
   * Which part of a file in a workspace to read: lines, or bytes from an offset.
   *
   * @param path begins with the repository's name if the attempt has several
   */
  public record FileQuery(
      UUID attemptId,
      String path,
      Optional<Integer> startLine,
      Optional<Integer> endLine,
      Optional<Long> offset,
      Optional<Integer> maxBytes) {}

  /** Whose changes to read as a patch. */
  public record PatchQuery(UUID attemptId, List<String> paths, Optional<Integer> maxBytes) {
    public PatchQuery {
      paths = List.copyOf(paths);
    }
  }

  private final Store store;
  private final Node node;
  private final AttemptWorkspaces workspaces;
  private final ChangeReader changeReader;
  private final PatchReader patchReader;
  private final FileReader fileReader = new FileReader();

  public AttemptWork(
      Store store,
      Node node,
      AttemptWorkspaces workspaces,
      ChangeReader changeReader,
      PatchReader patchReader) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.changeReader = changeReader;
    this.patchReader = patchReader;
  }

  /**
   * The changes of an attempt.
   *
   * @param force lists the files however many there are
   */
  public Changes changes(UUID attemptId, boolean force) {
    return changeReader.read(workspace(attemptId), force);
  }

  public FileContent file(FileQuery query) {
    if (query.offset().isPresent()
        && (query.startLine().isPresent() || query.endLine().isPresent())) {
      throw ToolFailure.invalid(
          "/offset",
          "Both offset and lines were given",
          "Repeat the call with offset alone, or with start_line and end_line alone");
    }
    return fileReader.read(
        workspace(query.attemptId()),
        query.path(),
        range(query),
        query.maxBytes().orElse(FileReader.USUAL_BYTES));
  }

  private static FileRange range(FileQuery query) {
    if (query.offset().isPresent()) {
      return new FileRange.Bytes(query.offset().get());
    }
    return new FileRange.Lines(
        query.startLine().orElse(1),
        query.endLine().map(Integer::longValue).orElse(Long.MAX_VALUE));
  }

  public Patch patch(PatchQuery query) {
    return patchReader.read(
        workspace(query.attemptId()),
        query.paths(),
        query.maxBytes().orElse(PatchReader.USUAL_BYTES));
  }

  /** The workspace with its directories, which may have been cleared away. */
  public Workspace workspace(UUID attemptId) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, attemptId));
    if (!node.has(attempt)) {
      return elsewhere(attempt);
    }
    if (!attempt.hasWorkspace()) {
      throw CallSubject.notBegun(attempt);
    }
    return workspaces.ensure(attempt);
  }

  /** What came home of an attempt at rest, if the node is gone that has it. */
  private Workspace elsewhere(Attempt attempt) {
    var isGone =
        store
            .read(tables -> tables.nodes().findSilence(attempt.home().orElse("")))
            .filter(silence -> silence.compareTo(KnownNode.SILENCE) <= 0)
            .isEmpty();
    if (isGone) {
      var standIn = workspaces.findAtHome(attempt);
      if (standIn.isPresent()) {
        return standIn.get();
      }
    }
    store.read(
        tables -> {
          node.refuseForeign(tables, attempt);
          return attempt;
        });
    return workspaces.ensure(attempt);
  }
}
