/**
 * What a workflow is: arguments and steps, how they are written in Java, and what is wrong with
 * them. What they refer to is in {@code reference}. Knows nothing of MCP messages.
 */
@NullMarked
package dev.baton.workflow;

import org.jspecify.annotations.NullMarked;
