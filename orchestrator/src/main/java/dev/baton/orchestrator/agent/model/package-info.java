/** Which models and efforts agents take, and which of them a turn asks for. */
@NullMarked
package dev.baton.orchestrator.agent.model;

import org.jspecify.annotations.NullMarked;
