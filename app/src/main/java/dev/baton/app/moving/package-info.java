/** Boards that come and go: exports, imports, and copies that are put in place. */
@NullMarked
package dev.baton.app.moving;

import org.jspecify.annotations.NullMarked;
