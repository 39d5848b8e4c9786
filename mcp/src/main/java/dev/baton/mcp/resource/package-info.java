/** Resources of a server, at fixed URIs and at URIs of one shape. */
@NullMarked
package dev.baton.mcp.resource;

import org.jspecify.annotations.NullMarked;
