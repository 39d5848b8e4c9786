package dev.baton.orchestrator.transfer;

import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.sql.RowTable;
import dev.baton.orchestrator.store.sql.RowTable.Column;
import dev.baton.orchestrator.transcript.Utf8;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a row of a table can have, by name, and what it must. */
record RowForm(MovedTable table, Map<String, Column> columns, Set<String> required) {
  private static final int MOST_SHOWN = 200;

  /** Those of all tables that are moved, by name. */
  static Map<String, RowForm> all(Store store) {
    return store.read(
        tables ->
            MovedTable.ALL.stream()
                .collect(
                    Collectors.toMap(
                        MovedTable::name, table -> of(table, tables.rows(table.name())))));
  }

  private static RowForm of(MovedTable table, RowTable rows) {
    var required = new LinkedHashSet<>(table.key());
    required.addAll(rows.required());
    return new RowForm(
        table,
        rows.columns().stream().collect(Collectors.toMap(Column::name, Function.identity())),
        required);
  }

  /** What is wrong with a value of a row whose columns are all known; empty if nothing is. */
  Optional<String> findProblem(ObjectNode row) {
    return row.propertyStream()
        .flatMap(field -> findProblem(field.getKey(), field.getValue()).stream())
        .findFirst();
  }

  private Optional<String> findProblem(String field, JsonNode value) {
    return Optional.ofNullable(columns.get(field))
        .flatMap(column -> FieldCheck.findProblem(table, column, value))
        .map(problem -> impossible(field, value, problem));
  }

  /** Says why a value cannot be in a field, in words that may be empty. */
  String impossible(String field, JsonNode value, String problem) {
    return "'%s' of '%s' cannot be %s%s"
        .formatted(
            field,
            table.name(),
            shortened(value.toString()),
            problem.isEmpty() ? "" : ": " + problem);
  }

  private static String shortened(String value) {
    return value.length() > MOST_SHOWN ? Utf8.cut(value, MOST_SHOWN) + "…" : value;
  }
}
