/**
 * What a workflow is made of: names that cannot be mixed up, handles of tools and resources, and
 * the content of messages. Knows nothing of MCP messages.
 */
@NullMarked
package dev.baton.workflow;

import org.jspecify.annotations.NullMarked;
