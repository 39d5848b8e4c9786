/** The methods of the protocol, and the one way from a request to its answer. */
@NullMarked
package dev.baton.mcp.internal.method;

import org.jspecify.annotations.NullMarked;
