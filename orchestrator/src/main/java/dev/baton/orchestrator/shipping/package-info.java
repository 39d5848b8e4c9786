/**
 * Work leaves its attempt, or comes up to date with where it will go: the calls that merge, update,
 * push and propose. What git does for them is in {@code merge} and {@code update}, and what forges
 * do in {@code forge}; here is what it means for the attempt, its task and those who wait.
 */
@NullMarked
package dev.baton.orchestrator.shipping;

import org.jspecify.annotations.NullMarked;
