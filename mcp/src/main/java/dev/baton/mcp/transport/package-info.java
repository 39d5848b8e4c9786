/** Standard input and output, and Streamable HTTP: bytes and connections, no methods. */
@NullMarked
package dev.baton.mcp.transport;

import org.jspecify.annotations.NullMarked;
