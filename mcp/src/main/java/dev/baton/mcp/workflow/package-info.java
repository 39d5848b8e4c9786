/** Workflows in a server: as prompts, as tools and as skills, with or without a durable task. */
@NullMarked
package dev.baton.mcp.workflow;

import org.jspecify.annotations.NullMarked;
