/** Runs that are kept in tasks: who has a run, what is written of it, and how it is read again. */
@NullMarked
package dev.baton.mcp.internal.durable;

import org.jspecify.annotations.NullMarked;
