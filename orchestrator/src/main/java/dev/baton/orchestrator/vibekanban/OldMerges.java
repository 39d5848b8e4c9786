package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.vibekanban.OldProjects.OldRepo;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Reads the merges of vibe-kanban that had no pull request, and drafts of messages that were never
 * sent.
 */
final class OldMerges {
  private final List<OldRow> direct;
  private final OldWorktrees worktrees;
  private final ImportedRows imported;
  private final Set<OldRow> settled = new HashSet<>();

  OldMerges(OldDatabase old, OldWorktrees worktrees, ImportedRows imported) {
    this.worktrees = worktrees;
    this.imported = imported;
    // why both: the first versions had it with the attempt
    direct =
        Stream.of("merges", "task_attempts")
            .flatMap(table -> old.rows(table).stream())
            .filter(row -> row.text("merge_commit").isPresent())
            .toList();
    var scratch =
        old.rows("scratch", "drafts", "follow_up_drafts").stream()
            .map(row -> row.text("scratch_type").orElse("DRAFT").toUpperCase(Locale.ROOT))
            .toList();
    imported.cannot(
        scratch.stream().filter(type -> type.startsWith("DRAFT")).count(),
        "draft",
        "what nobody has sent stays there");
    imported.cannot(
        scratch.stream().filter(type -> type.endsWith("NOTES")).count(),
        "note of a workspace",
        "there is no place for it here");
  }

  /** Brings those of an attempt in one of its repositories. */
  void bring(UUID attempt, UUID task, OldRepo repo, String target) {
    var commits = new HashSet<String>();
    for (var row : direct) {
      var commit = row.text("merge_commit").orElseThrow();
      var isMeant =
          isOf(attempt, row) && row.id("repo_id").filter(id -> !id.equals(repo.oldId())).isEmpty();
      var base = isMeant ? worktrees.parent(repo, commit) : List.<String>of();
      if (base.isEmpty()) {
        continue;
      }
      settled.add(row);
      if (commits.add(base.getFirst())) {
        imported.add(
            "task_merge",
            Json.object()
                .put("attempt_id", attempt.toString())
                .put("repo_id", repo.id().toString())
                .put("commit_id", base.getFirst())
                .put("task_id", task.toString())
                .put("repo_name", repo.directory())
                .put("target_branch", row.text("target_branch_name").orElse(target))
                .put("base_commit", base.getLast())
                .put("merged_at", row.created()));
      }
    }
  }

  /** Those of an attempt that is here already are settled. */
  void skip(UUID attempt) {
    direct.stream().filter(row -> isOf(attempt, row)).forEach(settled::add);
  }

  /** Says how many cannot come; to be called at the end. */
  void countRest() {
    imported.cannot(
        direct.stream().filter(row -> !settled.contains(row)).count(),
        "merge",
        "its commit or its attempt is not there");
  }

  private static boolean isOf(UUID attempt, OldRow row) {
    return row.id("workspace_id", "task_attempt_id", "id").filter(attempt::equals).isPresent();
  }
}
