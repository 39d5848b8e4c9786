/** Nodes on a network of their own, and what a board has to hold when parts of it fail. */
@NullMarked
package dev.baton.app.cluster;

import org.jspecify.annotations.NullMarked;
