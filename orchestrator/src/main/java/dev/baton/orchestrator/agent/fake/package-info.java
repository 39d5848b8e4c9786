/** The scripted agent of our own, for tests, demonstrations and load. */
@NullMarked
package dev.baton.orchestrator.agent.fake;

import org.jspecify.annotations.NullMarked;
