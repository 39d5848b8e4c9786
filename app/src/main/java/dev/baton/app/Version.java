package dev.baton.app;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the program, which the build writes into a resource. */
final class Version implements IVersionProvider {
  Version() {}

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {"baton %s (Java %s)".formatted(number(), Runtime.version())};
  }

  /** The number alone. */
  static String number() throws IOException {
    var build = new Properties();
    try (var resource = Version.class.getResourceAsStream("build.properties")) {
      if (resource == null) {
        throw new IOException("build.properties is not on the class path; build Baton again");
      }
      build.load(resource);
    }
    return build.getProperty("version");
  }
}
