/** How messages are cut out of what comes in: lines of bytes, and batches of messages. */
@NullMarked
package dev.baton.mcp.internal.framing;

import org.jspecify.annotations.NullMarked;
