/**
 * The output of programs on its way from a file to the store, each line once: lines, what they mean
 * and how far the file was read are one transaction. Readers can be made again from stored lines.
 */
@NullMarked
package dev.baton.orchestrator.ingest;

import org.jspecify.annotations.NullMarked;
