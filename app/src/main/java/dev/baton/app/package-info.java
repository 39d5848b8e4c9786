/** The program {@code baton}: where it starts. Its rooms are the packages below. */
@NullMarked
package dev.baton.app;

import org.jspecify.annotations.NullMarked;
