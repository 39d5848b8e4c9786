package dev.baton.app;

import dev.baton.app.command.BatonCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** Runs the command inside of the test. */
public final class Cli {
  private Cli() {}

  public static Program.Ended run(String... arguments) {
    return run(Map.of(), arguments);
  }

  public static Program.Ended run(Map<String, String> environment, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var code =
        BatonCommand.commandLine(environment, arguments)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    return new Program.Ended(code, out.toString(), err.toString());
  }
}
