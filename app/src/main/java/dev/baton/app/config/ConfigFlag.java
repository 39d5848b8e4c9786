package dev.baton.app.config;

import java.io.File;
import java.util.List;

/**
 * A value that was given on the command line.
 *
 * @param name such as {@code --max-running}
 */
public record ConfigFlag(String name, List<String> key, String text) {
  public ConfigFlag {
    key = List.copyOf(key);
  }

  /** The flag for the most attempts that run at a time. */
  public static ConfigFlag maxRunning(int most) {
    return new ConfigFlag("--max-running", List.of("limits", "running"), String.valueOf(most));
  }

  /** The flag for the database. */
  public static ConfigFlag database(String url) {
    return new ConfigFlag("--db", List.of("database", "url"), url);
  }

  /** The flag for directories with workflow files. */
  public static ConfigFlag workflows(List<String> folders) {
    return new ConfigFlag(
        "--workflows", List.of("workflows"), String.join(File.pathSeparator, folders));
  }
}
