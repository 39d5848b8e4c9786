/** Words for a caller: what a mistyped word may have meant, and quotations that stay short. */
@NullMarked
package dev.baton.mcp.internal.text;

import org.jspecify.annotations.NullMarked;
