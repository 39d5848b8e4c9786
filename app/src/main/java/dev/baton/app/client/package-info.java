/** A small MCP client for commands that ask a server. */
@NullMarked
package dev.baton.app.client;

import org.jspecify.annotations.NullMarked;
