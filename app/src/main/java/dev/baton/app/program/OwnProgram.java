package dev.baton.app.program;

import dev.baton.fakeagent.FakeAgentProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The command that starts this program again, without its launcher. */
public final class OwnProgram {
  private static final String MAIN_CLASS = "dev.baton.app.Main";

  private OwnProgram() {}

  /** The jar or directory that this copy of the program is in. */
  public static Path place() {
    return FakeAgentProgram.placeOf(OwnProgram.class);
  }

  /** The launcher, or what it would start if the program was started without it. */
  public static List<String> launcher(Map<String, String> environment) {
    return Optional.ofNullable(environment.get("BATON_LAUNCHER"))
        .map(List::of)
        .orElseGet(() -> words(List.of()));
  }

  /** The words of the command, up to the verb, with these further options of the Java runtime. */
  public static List<String> words(List<String> javaOptions) {
    var words = new ArrayList<String>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add("--enable-native-access=ALL-UNNAMED");
    words.addAll(javaOptions);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN_CLASS));
    return words;
  }
}
