/**
 * The tables of the orchestrator, for SQLite and PostgreSQL. They speak the domain, so every room
 * that keeps something uses them: it names its transaction, and they write the SQL. Only boards
 * that move to another database are read and written as rows elsewhere.
 */
@NullMarked
package dev.baton.orchestrator.store;

import org.jspecify.annotations.NullMarked;
