/**
 * Tells people and programs elsewhere what happened: reads the outbox and calls webhooks and
 * commands, each receiver at its own pace.
 */
@NullMarked
package dev.baton.orchestrator.notice;

import org.jspecify.annotations.NullMarked;
