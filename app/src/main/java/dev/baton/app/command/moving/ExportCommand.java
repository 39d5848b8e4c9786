package dev.baton.app.command.moving;

import dev.baton.app.command.base.Version;
import dev.baton.app.moving.MovedBoard;
import dev.baton.app.moving.PipedFile;
import dev.baton.app.program.Build;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.transfer.BoardExport;
import dev.baton.orchestrator.transfer.RowWords;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton export}: everything of a board as lines of JSON. */
@Command(
    name = "export",
    description = "Write the whole board as lines of JSON, also while a server runs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "'baton import FILE' brings it into another board, on SQLite or PostgreSQL.",
      "Repositories and worktrees are not in it: they stay where they are. What runs",
      "at that moment is written as stopped.",
      "",
      "Examples:",
      "  baton export board.jsonl",
      "  baton export board.jsonl --logs     with all log entries, which are many",
      "  baton export - | gzip > board.gz    to standard output"
    })
public final class ExportCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description = "Where it goes; it must not exist. - for standard output.")
  private Path file = Path.of("");

  @Option(names = "--logs", description = "Write log entries, too.")
  private boolean logs;

  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final BoardOption board;

  @Spec private CommandSpec spec = CommandSpec.create();

  public ExportCommand(Map<String, String> environment) {
    this.board = new BoardOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    var source = board.open();
    if (PipedFile.isStandard(file)) {
      try (var piped = PipedFile.empty()) {
        var counts = write(source, piped.path());
        print(piped.path());
        tell(spec.commandLine().getErr(), "standard output", counts);
      }
    } else {
      var target = BoardOption.newFile(file, "an export");
      tell(spec.commandLine().getOut(), target.toString(), write(source, target));
    }
    return ExitCode.OK;
  }

  private void print(Path written) throws IOException {
    var out = spec.commandLine().getOut();
    try (var lines = Files.newBufferedReader(written)) {
      lines.transferTo(out);
    }
    if (out.checkError()) {
      throw new CommandFailure(
          "Standard output did not take the whole export, so what arrived is only a part of the board: name a file, or make room where it goes, and export again.");
    }
  }

  private Map<String, Long> write(MovedBoard source, Path target) throws IOException {
    var err = spec.commandLine().getErr();
    var choice = new BoardExport.Choice(Build.version(), board.directory().path(), logs);
    return source.read(
        store ->
            new BoardExport(
                    store,
                    rows -> {
                      err.println("%d rows are written".formatted(rows));
                      err.flush();
                    })
                .write(target, choice, Instant.now()));
  }

  private void tell(PrintWriter out, String target, Map<String, Long> counts) {
    if (json) {
      var answer = Json.object().put("file", target);
      counts.forEach(answer.putObject("rows")::put);
      out.println(answer);
    } else {
      out.println("Exported to %s: %s.".formatted(target, RowWords.of(counts)));
    }
    out.flush();
  }
}
