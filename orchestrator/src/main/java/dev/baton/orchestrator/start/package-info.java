/** An attempt starts: by a user's call, or by the server itself when its turn has come. */
@NullMarked
package dev.baton.orchestrator.start;

import org.jspecify.annotations.NullMarked;
