/**
 * One client, whatever brings its bytes: its requests in flight, the way back, and the streams that
 * it keeps open.
 */
@NullMarked
package dev.baton.mcp.internal.connection;

import org.jspecify.annotations.NullMarked;
