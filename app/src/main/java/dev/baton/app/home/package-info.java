/**
 * The data directory: files of the user alone, locked against others, read again when they change.
 */
@NullMarked
package dev.baton.app.home;

import org.jspecify.annotations.NullMarked;
