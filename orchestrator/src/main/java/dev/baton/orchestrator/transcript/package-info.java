/** What agents said and did: log entries, messages, and how they are paged. Rules only. */
@NullMarked
package dev.baton.orchestrator.transcript;

import org.jspecify.annotations.NullMarked;
