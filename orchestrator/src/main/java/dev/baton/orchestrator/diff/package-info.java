/** A user reviews: changes of an attempt as programs read them, and file by file as people do. */
@org.jspecify.annotations.NullMarked
package dev.baton.orchestrator.diff;
