/**
 * An SQLite file or a PostgreSQL server: connections, transactions and migrations. The task store
 * uses it, and so does whoever keeps something else beside the tasks.
 */
@NullMarked
package dev.baton.database;

import org.jspecify.annotations.NullMarked;
