/** JSON-RPC messages as they are read, and what is wrong with those that are none. */
@NullMarked
package dev.baton.mcp.internal.message;

import org.jspecify.annotations.NullMarked;
