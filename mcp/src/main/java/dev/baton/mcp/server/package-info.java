/**
 * The server: one registry of tools, prompts and resources, one dispatch over methods, tasks and
 * subscriptions. Knows neither bytes nor sockets; asks {@code era} wherever the revisions differ.
 */
@NullMarked
package dev.baton.mcp.server;

import org.jspecify.annotations.NullMarked;
