/** How long lists are read in parts that a model can take. */
@NullMarked
package dev.baton.orchestrator.page;

import org.jspecify.annotations.NullMarked;
