/**
 * The words of the wire: messages, ids, content, errors. No behaviour beyond reading and writing
 * them.
 */
@NullMarked
package dev.baton.mcp.protocol;

import org.jspecify.annotations.NullMarked;
