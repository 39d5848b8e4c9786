/** A run as data: how far it has come, why it stopped, and how that is kept in a task. */
@NullMarked
package dev.baton.workflow.internal.record;

import org.jspecify.annotations.NullMarked;
