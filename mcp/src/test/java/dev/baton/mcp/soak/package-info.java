/** Much traffic for long: nothing may be left of it. */
@NullMarked
package dev.baton.mcp.soak;

import org.jspecify.annotations.NullMarked;
