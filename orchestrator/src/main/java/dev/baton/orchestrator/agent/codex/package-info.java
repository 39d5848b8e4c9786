/** Codex: {@code exec} for turns that need no answers, its app server for those that do. */
@NullMarked
package dev.baton.orchestrator.agent.codex;

import org.jspecify.annotations.NullMarked;
