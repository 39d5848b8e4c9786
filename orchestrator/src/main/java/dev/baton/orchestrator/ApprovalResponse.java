package dev.baton.orchestrator;

import dev.baton.orchestrator.attempt.ApprovalDecision;
import java.util.Optional;
import java.util.UUID;

/** What somebody decided about a question of an agent; the reason of a denial reaches it. */
public record ApprovalResponse(
    UUID approvalId, ApprovalDecision decision, Optional<String> reason) {}
