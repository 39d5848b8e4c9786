/** The workflows that come with Baton, over its own tools. */
@NullMarked
package dev.baton.app.workflows;

import org.jspecify.annotations.NullMarked;
