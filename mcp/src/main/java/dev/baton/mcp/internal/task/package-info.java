/** The tasks of a server, and tool calls that run as tasks. */
@NullMarked
package dev.baton.mcp.internal.task;

import org.jspecify.annotations.NullMarked;
