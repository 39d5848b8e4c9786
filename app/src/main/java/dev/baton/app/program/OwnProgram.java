package dev.baton.app.program;

import dev.baton.fakeagent.FakeAgentProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How this program is started again, without its launcher. */
public final class OwnProgram {
  private static final String MAIN_CLASS = "dev.baton.app.Main";

  private OwnProgram() {}

  /** The jar or directory that this copy of the program is in. */
  public static Path place() {
    return FakeAgentProgram.placeOf(OwnProgram.class);
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
