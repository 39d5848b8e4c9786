/** The one server of a data directory: where it is, how it is started and ended. */
@NullMarked
package dev.baton.app.background;

import org.jspecify.annotations.NullMarked;
