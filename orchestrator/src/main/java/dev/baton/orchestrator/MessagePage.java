package dev.baton.orchestrator;

import dev.baton.orchestrator.page.TailPage;
import dev.baton.orchestrator.transcript.SessionMessage;
import java.util.UUID;

/** Messages of a session. */
public record MessagePage(UUID sessionId, TailPage<SessionMessage> page) {}
