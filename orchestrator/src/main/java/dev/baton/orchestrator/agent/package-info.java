/**
 * Coding agents: which there are, what to run for one turn of a conversation, and how what they
 * print becomes entries that look the same whoever printed them. Nothing here starts an agent.
 */
@NullMarked
package dev.baton.orchestrator.agent;

import org.jspecify.annotations.NullMarked;
