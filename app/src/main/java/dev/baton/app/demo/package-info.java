/** The demonstration: the whole loop from a task to a merge, told while it happens. */
@NullMarked
package dev.baton.app.demo;

import org.jspecify.annotations.NullMarked;
