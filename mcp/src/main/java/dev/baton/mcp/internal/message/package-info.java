/** JSON-RPC messages: reading them, and saying what is wrong with invalid ones. */
@NullMarked
package dev.baton.mcp.internal.message;

import org.jspecify.annotations.NullMarked;
