/** Prompts of a server: a name, arguments, and a function that returns messages. */
@NullMarked
package dev.baton.mcp.prompt;

import org.jspecify.annotations.NullMarked;
