/**
 * Tools: a record in, a record out, the schema made from them, arguments checked against it, and
 * failures that tell a model what to do next.
 */
@NullMarked
package dev.baton.mcp.tool;

import org.jspecify.annotations.NullMarked;
