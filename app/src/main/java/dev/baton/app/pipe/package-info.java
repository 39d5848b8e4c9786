/** MCP line by line between {@code baton mcp} and the server: the door, the pipe, the other end. */
@NullMarked
package dev.baton.app.pipe;

import org.jspecify.annotations.NullMarked;
