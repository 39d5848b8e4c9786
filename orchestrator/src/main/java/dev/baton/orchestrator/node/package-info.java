/**
 * The servers that share a database. An attempt belongs to the one that has its workspace; what
 * needs the workspace or a program of the attempt is done there and nowhere else.
 */
@NullMarked
package dev.baton.orchestrator.node;

import org.jspecify.annotations.NullMarked;
