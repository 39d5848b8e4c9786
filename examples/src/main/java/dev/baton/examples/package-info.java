/** Servers to learn from; each can be started by name. */
@NullMarked
package dev.baton.examples;

import org.jspecify.annotations.NullMarked;
