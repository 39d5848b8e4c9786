/**
 * What becomes of an attempt's work is stored here: reviews, comments, merges, updates, pull
 * requests; and the issues that it began with.
 */
@NullMarked
package dev.baton.orchestrator.store.review;

import org.jspecify.annotations.NullMarked;
