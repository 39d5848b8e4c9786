/** The server that is run: orchestrator, MCP, HTTP endpoints and metrics put together. */
@NullMarked
package dev.baton.app.server;

import org.jspecify.annotations.NullMarked;
