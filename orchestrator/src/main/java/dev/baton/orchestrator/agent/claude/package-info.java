/** Claude Code: its command line, its event stream and its control protocol. */
@NullMarked
package dev.baton.orchestrator.agent.claude;

import org.jspecify.annotations.NullMarked;
