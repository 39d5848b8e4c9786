/** Coverage-guided fuzzing of what reads bytes from strangers: reader, dispatch, HTTP endpoint. */
@NullMarked
package dev.baton.mcp.fuzz;

import org.jspecify.annotations.NullMarked;
