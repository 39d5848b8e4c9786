/**
 * The durable task behind a long call or a workflow run: its record, its states, its owner, and the
 * store that keeps it. Knows nothing of MCP messages.
 */
@NullMarked
package dev.baton.task;

import org.jspecify.annotations.NullMarked;
