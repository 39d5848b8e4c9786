/** Baton's server in the bench: one tool, the same as in the servers beside it. */
@NullMarked
package dev.baton.bench.peer;

import org.jspecify.annotations.NullMarked;
