/**
 * What a handler sees of the request that it serves: who asks, what the client can do, and the way
 * back to it while the work goes on (progress, log messages, questions). The same in every era and
 * on every transport.
 */
@NullMarked
package dev.baton.mcp.request;

import org.jspecify.annotations.NullMarked;
