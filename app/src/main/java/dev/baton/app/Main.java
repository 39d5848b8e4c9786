package dev.baton.app;

import dev.baton.app.command.BatonCommand;
import dev.baton.app.command.McpCommand;
import dev.baton.app.command.QuickVerb;
import dev.baton.app.command.StandardStreams;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.observe.Watchers;
import java.io.IOException;
import java.util.Map;

/** Where the program starts. */
public final class Main {
  private Main() {}

  /** Runs the command and ends the program with its exit code. */
  public static void main(String[] args) throws IOException {
    var plain = StandardStreams.plainlyAskedFor(args, System.getenv());
    if (plain.isPresent()) {
      StandardStreams.serve(
          plain.get(), builder -> builder.observedBy(Watchers.of(System.getenv())));
      System.exit(0);
    }
    var directory = McpCommand.plainlyAskedFor(args, System.getenv());
    if (directory.isPresent()) {
      System.exit(pass(directory.get(), System.getenv()));
    }
    var quick = QuickVerb.run(args, System.getenv());
    if (quick.isPresent()) {
      // why not System.exit: it looks for a logger in every library of the program, and all is done
      Runtime.getRuntime().halt(quick.get());
    }
    var rehearsed = QuickVerb.rehearse(args, System.getenv());
    if (rehearsed.isPresent()) {
      System.exit(rehearsed.get());
    }
    var out = QuickVerb.out();
    var code = BatonCommand.commandLine(System.getenv(), args).setOut(out).execute(args);
    System.exit(QuickVerb.checked(code, out.checkError()));
  }

  private static int pass(DataDirectory directory, Map<String, String> environment) {
    try {
      McpCommand.pass(directory, environment);
      return 0;
    } catch (IOException | InterruptedException | RuntimeException e) {
      return QuickVerb.failed(e, false);
    }
  }
}
