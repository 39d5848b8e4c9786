/** {@code baton top}: what runs, on a screen that is drawn anew in its place. */
@NullMarked
package dev.baton.app.top;

import org.jspecify.annotations.NullMarked;
