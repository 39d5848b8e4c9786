/** Statements and rows of the database, for the tables and nobody else. */
@NullMarked
package dev.baton.orchestrator.store.sql;

import org.jspecify.annotations.NullMarked;
