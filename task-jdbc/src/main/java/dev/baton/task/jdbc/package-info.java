/**
 * The durable task store, and the database layer under it: SQLite or PostgreSQL, transactions and
 * migrations. Whoever keeps something else beside the tasks uses the same layer.
 */
@NullMarked
package dev.baton.task.jdbc;

import org.jspecify.annotations.NullMarked;
