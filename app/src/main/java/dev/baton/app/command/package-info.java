/** The verbs of {@code baton} that are not operations, and how the command line is put together. */
@NullMarked
package dev.baton.app.command;

import org.jspecify.annotations.NullMarked;
