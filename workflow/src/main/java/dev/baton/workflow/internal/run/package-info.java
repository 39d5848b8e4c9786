/**
 * Runs a workflow: resolves what flows between its steps, calls its tools, and says what it has
 * done and what is left. Knows no MCP types, only how to call a tool and read a resource.
 */
@NullMarked
package dev.baton.workflow.internal.run;

import org.jspecify.annotations.NullMarked;
