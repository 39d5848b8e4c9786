package dev.baton.orchestrator;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A repository to add to a project.
 *
 * @param path the local git repository
 * @param name how it is called; the last part of the path if empty
 */
public record NewRepo(Path path, Optional<String> name) {}
