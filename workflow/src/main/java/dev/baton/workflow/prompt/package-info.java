/** The messages of a prompt: who says what, and what may be in it. */
@NullMarked
package dev.baton.workflow.prompt;

import org.jspecify.annotations.NullMarked;
