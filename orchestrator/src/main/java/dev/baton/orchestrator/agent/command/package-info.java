/** Any command: it gets the prompt, prints plain text, and says by its exit code how it went. */
@NullMarked
package dev.baton.orchestrator.agent.command;

import org.jspecify.annotations.NullMarked;
