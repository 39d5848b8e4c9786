/** The SQL of the orchestrator, for SQLite and PostgreSQL. Each table class speaks the domain. */
@NullMarked
package dev.baton.orchestrator.store;

import org.jspecify.annotations.NullMarked;
