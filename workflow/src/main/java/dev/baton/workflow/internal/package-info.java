/** What the definition of workflows is made with and its users never touch. */
@NullMarked
package dev.baton.workflow.internal;

import org.jspecify.annotations.NullMarked;
