package dev.baton.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** Runs the command inside of the test. */
final class Cli {
  private Cli() {}

  static Program.Ended run(String... arguments) {
    return run(Map.of(), arguments);
  }

  static Program.Ended run(Map<String, String> environment, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var code =
        Main.commandLine(environment, arguments)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Program.Ended(code, out.toString(), err.toString());
  }
}
