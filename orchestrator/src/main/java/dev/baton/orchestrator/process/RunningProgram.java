package dev.baton.orchestrator.process;

import java.util.UUID;

/**
 * A program that was started.
 *
 * @param wrapper the shell that keeps it and leads its session and process group
 * @param program the program itself
 */
public record RunningProgram(
    UUID processId, ProgramDirectory directory, ProcessIdentity wrapper, ProcessIdentity program) {}
