/** The {@code baton} command: its verbs, where it keeps data, and who may come in. */
@NullMarked
package dev.baton.app;

import org.jspecify.annotations.NullMarked;
