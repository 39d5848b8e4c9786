/** Looks at a machine: what Baton needs, what is there, what to do about the rest. */
@NullMarked
package dev.baton.app.doctor;

import org.jspecify.annotations.NullMarked;
