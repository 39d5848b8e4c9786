/** What a run is given: arguments read and checked, templates filled with them, secrets hidden. */
@NullMarked
package dev.baton.workflow.internal.argument;

import org.jspecify.annotations.NullMarked;
