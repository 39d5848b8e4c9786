/** Properties: tests that must pass for whatever values generators make. */
@NullMarked
package dev.baton.property;

import org.jspecify.annotations.NullMarked;
