/** The durable task store: tasks as rows of an SQLite file or a PostgreSQL database. */
@NullMarked
package dev.baton.task.jdbc;

import org.jspecify.annotations.NullMarked;
