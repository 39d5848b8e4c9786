/**
 * The pages tell the truth: what they show is run, and what can be made is made from the program.
 */
@NullMarked
package dev.baton.app.docs;

import org.jspecify.annotations.NullMarked;
