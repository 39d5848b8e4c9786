/** The configuration file, the environment and flags, and what follows from all three. */
@NullMarked
package dev.baton.app.config;

import org.jspecify.annotations.NullMarked;
