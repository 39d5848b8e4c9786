/**
 * The nodes that share a database as they are known to each other, and which of them can take an
 * attempt; and the home server of a worker, which it asks over HTTP. Knows neither the store nor
 * the programs.
 */
@NullMarked
package dev.baton.orchestrator.fleet;

import org.jspecify.annotations.NullMarked;
