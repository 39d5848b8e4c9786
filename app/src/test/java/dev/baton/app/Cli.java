package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.command.BatonCommand;
import dev.baton.mcp.protocol.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Runs the command inside of the test. */
public final class Cli {
  private Cli() {}

  /** A shell of the user of one data directory. */
  public record Shell(Path data) {
    public Program.Ended baton(String... words) {
      return Cli.run(Map.of("BATON_HOME", data.toString()), words);
    }

    /** What a verb says when all is well. */
    public String said(String... words) {
      var ended = baton(words);
      assertThat(ended.code()).as("%s: %s", List.of(words), ended.err()).isZero();
      return ended.out();
    }

    public ObjectNode json(String... words) {
      return Json.parseObject(
          said(Stream.concat(Stream.of(words), Stream.of("--json")).toArray(String[]::new)));
    }
  }

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
