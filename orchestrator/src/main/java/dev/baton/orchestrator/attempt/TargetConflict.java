package dev.baton.orchestrator.attempt;

/** Files that an attempt and its target branch have changed in ways that do not fit together. */
public record TargetConflict(String targetBranch, long files) {}
