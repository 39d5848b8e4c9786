/**
 * Calls from one node to another, carried by the database that they share: a row with the question,
 * which is taken once, and its answer. Nodes need no way to each other.
 *
 * <p>The way of a call: an operation meets an attempt of another node and fails with {@link
 * dev.baton.orchestrator.failure.AtOtherNode}. The fallback of its tool, set in {@code
 * tools.Operation}, catches that and asks {@link dev.baton.orchestrator.remote.RemoteOperations},
 * which writes a row through {@link dev.baton.orchestrator.remote.RemoteCalls} and waits. The other
 * node takes the row, calls the same operation as the same caller, and writes the answer; what came
 * from another node is never sent on.
 */
@NullMarked
package dev.baton.orchestrator.remote;

import org.jspecify.annotations.NullMarked;
