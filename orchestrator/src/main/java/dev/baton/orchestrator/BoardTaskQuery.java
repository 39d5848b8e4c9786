package dev.baton.orchestrator;

import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.page.PageRequest;
import java.util.Optional;
import java.util.UUID;

/** Which tasks of a project to list. */
public record BoardTaskQuery(UUID projectId, Optional<BoardTaskStatus> status, PageRequest page) {}
