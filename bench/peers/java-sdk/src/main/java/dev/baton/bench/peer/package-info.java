/** A server of the official Java SDK in the bench: one tool, the same as in the others. */
@NullMarked
package dev.baton.bench.peer;

import org.jspecify.annotations.NullMarked;
