/** The bench: measures Baton's server and its peers in one run and writes the tables of README. */
@NullMarked
package dev.baton.bench;

import org.jspecify.annotations.NullMarked;
