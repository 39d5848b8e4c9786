package dev.baton.app.service;

import java.nio.file.Path;
import java.util.List;

/**
 * What a service shall start.
 *
 * @param command the words that start the server
 * @param directory its data directory
 * @param javaHome the JDK that it runs with, which a login without a shell does not know either
 * @param path where its agents find their programs, which a login without a shell does not know
 */
public record ServicePlan(List<String> command, Path directory, Path javaHome, String path) {
  public ServicePlan {
    command = List.copyOf(command);
  }
}
