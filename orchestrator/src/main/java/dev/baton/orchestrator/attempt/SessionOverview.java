package dev.baton.orchestrator.attempt;

/** A conversation, and how many turns it has had. */
public record SessionOverview(AgentSession session, int turns) {}
