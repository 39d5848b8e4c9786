/**
 * Agents that speak version 1 of the Agent Client Protocol, with one client for all of them: well
 * known ones by a profile each, and any command that the user names.
 */
@NullMarked
package dev.baton.orchestrator.agent.acp;

import org.jspecify.annotations.NullMarked;
