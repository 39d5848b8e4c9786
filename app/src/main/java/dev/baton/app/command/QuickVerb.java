package dev.baton.app.command;

import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.DataDirectoryOption;
import dev.baton.app.command.base.LocalServer;
import dev.baton.app.command.base.Version;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.app.program.VisibleControls;
import dev.baton.app.verb.PlainVerb;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The way of a verb that was typed as usual, without the library of the command line. */
public final class QuickVerb {
  private static final List<String> VERSION = List.of("--version", "-V");

  private static final List<String> REHEARSED =
      List.of(
          "project list",
          "project list --json",
          "task list",
          "task list --status todo --limit 5",
          "attempt list",
          "attempt list --json",
          "approvals list",
          "executors",
          "executors --json",
          "node list",
          "find project shop",
          "costs",
          "events --limit 1");

  private QuickVerb() {}

  /** The exit code; empty if the library has to read what was typed. */
  public static Optional<Integer> run(String[] args, Map<String, String> environment) {
    if (args.length == 1 && VERSION.contains(args[0])) {
      return Optional.of(version());
    }
    var typed = PlainVerb.read(List.of(args));
    if (typed.isEmpty()) {
      return Optional.empty();
    }
    var out = out();
    try {
      return run(typed.get(), out, environment).map(code -> checked(code, out.checkError()));
    } catch (IOException | InterruptedException | RuntimeException e) {
      return Optional.of(failed(e, typed.get().wantsJson()));
    }
  }

  private static int version() {
    try (var out = out()) {
      out.println(Version.line());
      return checked(0, out.checkError());
    } catch (IOException e) {
      return failed(e, false);
    }
  }

  /**
   * How the program ends that had something to print.
   *
   * @param isTroubled whether not all of it could be written
   */
  public static int checked(int code, boolean isTroubled) {
    if (code != 0 || !isTroubled) {
      return code;
    }
    var problem = "it came only in part";
    try (var out = new FileOutputStream(FileDescriptor.out)) {
      out.write('\n');
    } catch (IOException e) {
      problem = String.valueOf(e.getMessage());
    }
    // why: whoever closed the pipe has read enough
    return problem.contains("Broken pipe")
        ? code
        : failed(
            new CommandFailure(
                "The output could not be written: %s. What was asked for is done; make room where it goes before you ask again."
                    .formatted(problem)),
            false);
  }

  /** Says what went wrong, and how the program ends with it. */
  public static int failed(Exception problem, boolean json) {
    return Complaints.failed(problem, err(), json);
  }

  /**
   * Asks the server of a directory a few things, so that the launcher can write down what that
   * loads; empty if something else is asked for.
   */
  public static Optional<Integer> rehearse(String[] args, Map<String, String> environment) {
    if (args.length != 3 || !args[0].equals("rehearse") || !args[1].equals("verbs")) {
      return Optional.empty();
    }
    var nowhere = new PrintWriter(Writer.nullWriter());
    var named = new HashMap<>(environment);
    named.put("BATON_HOME", args[2]);
    for (var verb : REHEARSED) {
      var words = new ArrayList<>(List.of(verb.split(" ", -1)));
      // why both: people name the directory in either way, or not at all
      if (verb.contains("--json")) {
        words.addAll(List.of("--data-dir", args[2]));
      }
      try {
        run(PlainVerb.read(words).orElseThrow(), nowhere, named);
        nowhere.println(Version.line());
      } catch (IOException | InterruptedException | RuntimeException e) {
        return Optional.of(failed(e, false));
      }
    }
    return Optional.of(0);
  }

  private static Optional<Integer> run(
      PlainVerb typed, PrintWriter out, Map<String, String> environment)
      throws IOException, InterruptedException {
    var directory =
        typed
            .directory()
            .map(named -> new DataDirectory(Path.of(named)))
            .orElseGet(() -> DataDirectoryOption.ofUser(environment));
    return typed.run(new LocalServer(() -> directory, environment), out, err(), environment);
  }

  /** Standard output, which says whether something could not be written. */
  public static PrintWriter out() {
    return VisibleControls.standardOutput(writer(FileDescriptor.out, "stdout.encoding"));
  }

  private static PrintWriter err() {
    return VisibleControls.standardError(writer(FileDescriptor.err, "stderr.encoding"));
  }

  private static OutputStreamWriter writer(FileDescriptor stream, String encoding) {
    var charset = Charset.forName(System.getProperty(encoding, "UTF-8"));
    return new OutputStreamWriter(new FileOutputStream(stream), charset);
  }
}
