/**
 * The operations as tools, one file each: what a caller sends, what it gets, and the translation to
 * {@link dev.baton.orchestrator.Orchestrator}. {@link dev.baton.orchestrator.tools.Operations} is
 * the list of them all.
 */
@NullMarked
package dev.baton.orchestrator.tools;

import org.jspecify.annotations.NullMarked;
