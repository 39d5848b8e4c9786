/**
 * The server and its builder: one registry of tools, prompts and resources, and what transports and
 * workflows need of it. Knows neither bytes nor sockets; methods, tasks and subscriptions are in
 * {@code internal}, and {@code internal.era} is asked wherever the revisions differ.
 */
@NullMarked
package dev.baton.mcp.server;

import org.jspecify.annotations.NullMarked;
