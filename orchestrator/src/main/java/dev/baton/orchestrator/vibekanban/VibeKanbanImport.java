package dev.baton.orchestrator.vibekanban;

import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.Repositories;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.sql.RowTable;
import dev.baton.orchestrator.transfer.BoardImport;
import dev.baton.orchestrator.transfer.BoardImport.Destination;
import dev.baton.orchestrator.transfer.MovableRows;
import dev.baton.orchestrator.transfer.MovedRow;
import dev.baton.orchestrator.transfer.RowCounter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings the board of vibe-kanban into one of ours. Ids stay, so what has come is known again and
 * left alone.
 */
public final class VibeKanbanImport {
  /**
   * What came, or would.
   *
   * @param counts rows by table, without those that are here already
   * @param reasons what stays behind, and why
   */
  public record Report(Map<String, Long> counts, List<String> reasons) {
    public Report {
      counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
      reasons = List.copyOf(reasons);
    }
  }

  /** What is here already. */
  private static final Set<String> BROUGHT_ONCE = Set.of("project", "repo");

  private record Known(
      Map<UUID, Long> tasks,
      Map<UUID, Path> attempts,
      Map<UUID, Long> numbers,
      Map<UUID, Map<String, UUID>> labels,
      Map<UUID, Map<Path, UUID>> repos) {
    static Known in(Store store) {
      return store.read(
          tables -> {
            var attempts = new HashMap<UUID, Path>();
            tables
                .rows("attempt")
                .each(ID, row -> attempts.put(id(row), Path.of(row.path("root").asString(""))));
            return new Known(
                numbers(tables.rows("board_task"), "number"),
                attempts,
                numbers(tables.rows("project"), "last_task_number"),
                byProject(tables.rows("label"), row -> row.path("name").asString()),
                byProject(tables.rows("repo"), row -> Path.of(row.path("path").asString())));
          });
    }

    private static <K> Map<UUID, Map<K, UUID>> byProject(
        RowTable table, Function<ObjectNode, K> key) {
      var ids = new HashMap<UUID, Map<K, UUID>>();
      table.each(
          ID,
          row ->
              ids.computeIfAbsent(
                      UUID.fromString(row.path("project_id").asString()), _ -> new HashMap<>())
                  .put(key.apply(row), id(row)));
      return ids;
    }

    private static Map<UUID, Long> numbers(RowTable table, String column) {
      var numbers = new HashMap<UUID, Long>();
      table.each(ID, row -> numbers.put(id(row), row.path(column).asLong(0)));
      return numbers;
    }
  }

  private static final List<String> ID = List.of("id");

  private final OldDatabase old;
  private final Git git;
  private final Clock clock;

  public VibeKanbanImport(OldDatabase old, Path dataDirectory, Clock clock) {
    this.old = old;
    this.clock = clock;
    this.git = Git.find(dataDirectory.resolve("locks"));
  }

  /** Says what would come to a board that may have some of it already. */
  public Report rehearse(Store store, Path dataDirectory) {
    var rows = new LinkedHashMap<String, Long>();
    var known = Known.in(store);
    var there = new HashSet<>(known.numbers().keySet());
    store.read(tables -> tables.projects().listAllRepos()).forEach(repo -> there.add(repo.id()));
    var imported =
        new ImportedRows(
            MovableRows.of(store),
            row -> {
              if (!BROUGHT_ONCE.contains(row.table()) || !isOneOf(there, row)) {
                rows.merge(row.table(), 1L, Long::sum);
              }
            });
    read(imported, known, new OldWorktrees(git, dataDirectory, imported));
    return new Report(rows, imported.reasons().stream().toList());
  }

  private static boolean isOneOf(Set<UUID> ids, MovedRow row) {
    return ids.contains(id(row.values()));
  }

  private static UUID id(ObjectNode row) {
    return UUID.fromString(row.path("id").asString());
  }

  /** Brings it. */
  public Report bring(Store store, Destination destination, RowCounter progress) {
    var known = Known.in(store);
    var movable = MovableRows.of(store);
    var last = new AtomicReference<Runnable>(() -> {});
    var reasons = new AtomicReference<Set<String>>(Set.of());
    var outcome =
        new BoardImport(store, destination, progress)
            .bring(
                taker -> {
                  var imported = new ImportedRows(movable, taker);
                  var worktrees = new OldWorktrees(git, destination.dataDirectory(), imported);
                  read(imported, known, worktrees);
                  last.set(worktrees::move);
                  reasons.set(imported.reasons());
                });
    // why after: what the board does not know must stay where vibe-kanban knows it
    last.get().run();
    return new Report(outcome.added(), reasons.get().stream().toList());
  }

  private void read(ImportedRows imported, Known known, OldWorktrees worktrees) {
    var projects = new OldProjects(old, new Repositories(git), imported, known.repos());
    projects.bring();
    var tasks = new OldTasks(old, projects, imported, known.numbers(), known.labels());
    tasks.bring(known.tasks());
    new OldAttempts(old, projects, tasks, worktrees, imported, clock.instant())
        .bring(known.attempts(), known.tasks().keySet());
    old.withoutId()
        .forEach((table, count) -> imported.cannot(count, "row of " + table, "without an id"));
  }
}
