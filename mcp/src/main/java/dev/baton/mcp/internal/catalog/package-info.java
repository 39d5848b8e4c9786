/** What a server has, as checks of workflows ask for it. */
@NullMarked
package dev.baton.mcp.internal.catalog;

import org.jspecify.annotations.NullMarked;
