package dev.baton.app.service;

import java.nio.file.Path;
import java.util.List;

/**
 * What a service shall start.
 *
 * @param command the words that start the server
 * @param directory its data directory
 * @param path where its agents find their programs, which a login without a shell does not know
 */
public record ServicePlan(List<String> command, Path directory, String path) {
  public ServicePlan {
    command = List.copyOf(command);
  }
}
