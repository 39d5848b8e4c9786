/**
 * One request on its way to a handler: what the handler sees, what it may ask, and what is carried
 * until the request comes again.
 */
@NullMarked
package dev.baton.mcp.internal.call;

import org.jspecify.annotations.NullMarked;
