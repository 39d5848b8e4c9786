/** Parts that the definition of workflows is built from; users of the library never touch them. */
@NullMarked
package dev.baton.workflow.internal;

import org.jspecify.annotations.NullMarked;
