package dev.baton.fakeagent;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the fake agent is started; for those who start it, not for itself. */
public final class FakeAgentProgram {
  /**
   * The JVM as small as it gets: no compiler, because a script is over before it would pay, and
   * nothing of its own on standard output, which is for events.
   */
  private static final List<String> SMALL =
      List.of(
          "-Xint",
          "-XX:+UseSerialGC",
          "-Xms8m",
          // why: a prompt may have a million characters, which are held more than once
          "-Xmx40m",
          "-Xss256k",
          "-XX:-UsePerfData",
          "-Xlog:disable",
          "-Xlog:all=error:stderr");

  private FakeAgentProgram() {}

  /** The command line, with these options; see the package for what they are. */
  public static List<String> commandLine(List<String> options) {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(SMALL);
    line.add("-cp");
    line.add(home().toString());
    line.add(FakeAgent.class.getName());
    line.addAll(options);
    return List.copyOf(line);
  }

  /** The jar or directory that the program is in. */
  private static Path home() {
    try {
      return Path.of(FakeAgent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("The place of the fake agent is not a file", e);
    }
  }
}
