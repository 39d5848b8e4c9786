package dev.baton.orchestrator.transfer;

import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.sql.RowTable;
import dev.baton.orchestrator.store.sql.RowTable.Reference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells rows that the file of a board can have from those that it cannot: a board without the
 * others can always be exported and imported again. Not thread safe.
 */
public final class MovableRows {
  private final Map<String, RowForm> forms;
  private final Map<String, List<Reference>> references;
  private final Map<String, Set<List<String>>> refused = new HashMap<>();

  private MovableRows(Map<String, RowForm> forms, Map<String, List<Reference>> references) {
    this.forms = forms;
    this.references = references;
  }

  /** For the tables of a board. */
  public static MovableRows of(Store store) {
    var references =
        store.read(
            tables ->
                MovedTable.ALL.stream()
                    .map(MovedTable::name)
                    .collect(
                        Collectors.toMap(name -> name, name -> tables.rows(name).references())));
    return new MovableRows(RowForm.all(store), references);
  }

  /**
   * To be asked about every row, those that others name first.
   *
   * @return why it cannot be in the file; empty if it can
   */
  public Optional<String> findProblem(MovedRow row) {
    var form = forms.get(row.table());
    if (form == null) {
      throw new IllegalArgumentException("Rows of %s are not moved".formatted(row.table()));
    }
    var problem = form.findProblem(row.values()).or(() -> findRefused(row));
    if (problem.isPresent()) {
      refused
          .computeIfAbsent(row.table(), _ -> new HashSet<>())
          .add(RowTable.keyOf(form.table().key(), row.values()));
    }
    return problem;
  }

  private Optional<String> findRefused(MovedRow row) {
    return references.getOrDefault(row.table(), List.of()).stream()
        .filter(
            reference ->
                refused
                    .getOrDefault(reference.table(), Set.of())
                    .contains(RowTable.keyOf(reference.columns(), row.values())))
        .map(reference -> "the %s stays behind".formatted(RowWords.one(reference.table())))
        .findFirst();
  }
}
