/** How those who wait hear of changes. */
@NullMarked
package dev.baton.orchestrator.event;

import org.jspecify.annotations.NullMarked;
