/**
 * Repositories on nodes where their path is not: a mirror of each, which is fetched from its home,
 * and the work of attempts, which comes home as refs.
 */
@NullMarked
package dev.baton.orchestrator.mirror;

import org.jspecify.annotations.NullMarked;
