/** Commands that bring a board elsewhere and back: copies, exports and imports. */
@NullMarked
package dev.baton.app.command.moving;

import org.jspecify.annotations.NullMarked;
