package dev.baton.app.program;

import java.io.IOException;
import java.util.Properties;

/**
 * Knows what the build says about the program. It is apart from the verbs, because the command
 * line's library is old: an AOT cache cannot hold what belongs to it.
 */
public final class Build {
  private Build() {}

  /** The number alone. */
  public static String version() throws IOException {
    var build = new Properties();
    try (var resource = Build.class.getResourceAsStream("build.properties")) {
      if (resource == null) {
        throw new IOException("build.properties is not on the class path; build Baton again");
      }
      build.load(resource);
    }
    return build.getProperty("version");
  }
}
