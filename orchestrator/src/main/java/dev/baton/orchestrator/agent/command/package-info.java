/** Any command: it gets the prompt, prints plain text or our own events, and says how it went. */
@NullMarked
package dev.baton.orchestrator.agent.command;

import org.jspecify.annotations.NullMarked;
