/** The differences of files line by line, as people review them. */
@org.jspecify.annotations.NullMarked
package dev.baton.orchestrator.diff;
