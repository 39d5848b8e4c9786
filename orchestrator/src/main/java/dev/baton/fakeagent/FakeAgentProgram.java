package dev.baton.fakeagent;

import java.net.URI;
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

  /** A resource in a jar is {@code jar:file:/…/x.jar!/name}. */
  private static final String JAR = "jar:";

  private FakeAgentProgram() {}

  /** The command line, with these options; see the package for what they are. */
  public static List<String> commandLine(List<String> options) {
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(SMALL);
    line.add("-cp");
    line.add(placeOf(FakeAgent.class).toString());
    line.add(FakeAgent.class.getName());
    line.addAll(options);
    return List.copyOf(line);
  }

  /** The jar or directory on the class path of this process that a class is in. */
  public static Path placeOf(Class<?> type) {
    var name = type.getName().replace('.', '/') + ".class";
    // why not its code source: a class from an AOT cache names the place where the cache was made
    var resource = ClassLoader.getSystemResource(name);
    if (resource == null) {
      throw new IllegalStateException(type + " is not on the class path");
    }
    var text = resource.toString();
    var place = text.substring(0, text.length() - name.length());
    return Path.of(
        URI.create(
            place.startsWith(JAR) ? place.substring(JAR.length(), place.length() - 2) : place));
  }
}
