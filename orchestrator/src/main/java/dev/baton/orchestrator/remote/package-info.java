/**
 * Calls from one node to another, carried by the database that they share: a row with the question,
 * which is taken once, and its answer. Nodes need no way to each other.
 */
@NullMarked
package dev.baton.orchestrator.remote;

import org.jspecify.annotations.NullMarked;
