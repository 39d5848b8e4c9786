/** Configuration of MCP clients, in each one's own form. */
@NullMarked
package dev.baton.app.connect;

import org.jspecify.annotations.NullMarked;
