/** Which executors there are: the built-in ones and those that the user configured. */
@NullMarked
package dev.baton.orchestrator.agent.catalogue;

import org.jspecify.annotations.NullMarked;
