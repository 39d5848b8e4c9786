package dev.baton.app.command.base;

import dev.baton.app.program.Build;
import java.io.IOException;
import picocli.CommandLine.IVersionProvider;

/** The version of the program, which the build writes into a resource. */
public final class Version implements IVersionProvider {
  Version() {}

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {line()};
  }

  /** The same for whoever goes without the library of the command line. */
  public static String line() throws IOException {
    return "baton %s (Java %s)".formatted(Build.version(), Runtime.version());
  }
}
