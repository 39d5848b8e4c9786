/** A server for notes in Logseq: three workflow prompts over six small tools. */
@NullMarked
package dev.baton.examples.logseq;

import org.jspecify.annotations.NullMarked;
