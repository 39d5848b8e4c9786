/** Durable runs under kill -9. */
@NullMarked
package dev.baton.app.crash;

import org.jspecify.annotations.NullMarked;
