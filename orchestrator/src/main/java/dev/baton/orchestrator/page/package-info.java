/** Paging: long lists are read page by page, each small enough for a model. */
@NullMarked
package dev.baton.orchestrator.page;

import org.jspecify.annotations.NullMarked;
