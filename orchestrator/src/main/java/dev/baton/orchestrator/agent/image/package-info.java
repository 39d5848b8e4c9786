/** Images that an agent is shown in a turn. */
@NullMarked
package dev.baton.orchestrator.agent.image;

import org.jspecify.annotations.NullMarked;
