/** Answers as people read them in a terminal: tables, details, conversations, progress. */
@NullMarked
package dev.baton.app.verb.view;

import org.jspecify.annotations.NullMarked;
