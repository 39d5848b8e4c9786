/** Takes the work of attempts into target branches: planned, shown before, and made once. */
@org.jspecify.annotations.NullMarked
package dev.baton.orchestrator.merge;
