/** The smallest server with a workflow prompt: one tool, one instruction, one step. */
@NullMarked
package dev.baton.examples.greeting;

import org.jspecify.annotations.NullMarked;
