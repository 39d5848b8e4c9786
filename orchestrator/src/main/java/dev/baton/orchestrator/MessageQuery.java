package dev.baton.orchestrator;

import dev.baton.orchestrator.page.Tail;

/** Which messages of a session to read. */
public record MessageQuery(FollowUpTarget target, Tail tail) {}
