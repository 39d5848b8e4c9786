package dev.baton.app.command.moving;

import dev.baton.app.command.base.Complaints;
import dev.baton.app.command.base.Version;
import dev.baton.app.moving.IssueImport;
import dev.baton.app.moving.IssueSource;
import dev.baton.app.moving.PipedFile;
import dev.baton.app.moving.VibeKanbanMove;
import dev.baton.mcp.internal.text.NearestWord;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.transfer.BoardFile;
import dev.baton.orchestrator.transfer.BoardImport;
import dev.baton.orchestrator.transfer.BoardImport.Outcome;
import dev.baton.orchestrator.transfer.RowCounter;
import dev.baton.orchestrator.transfer.RowWords;
import dev.baton.orchestrator.transfer.Utf8Lines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baton import}: brings tasks from elsewhere into this board. */
@Command(
    name = "import",
    description =
        "Bring a board that 'baton export' wrote into this one: all of it or nothing, ids kept.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "What is here already and is the same stays; if it is not the same, that is",
      "said and nothing is changed. The server must not run meanwhile: 'baton stop'.",
      "",
      "Examples:",
      "  baton import board.jsonl",
      "  baton import board.jsonl --db 'jdbc:postgresql://localhost/baton'",
      "  baton import vibe-kanban --dry-run",
      "  baton import issues --from github --repo owner/shop --project shop"
    })
public final class ImportCommand implements Callable<Integer> {
  private static final List<String> ORIGINS = List.of("github", "gitlab", "jsonl");

  /** What the shell completes. */
  static final class Origins implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return ORIGINS.iterator();
    }
  }

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "A file of 'baton export'; - for standard input.")
  private Optional<Path> file = Optional.empty();

  @Option(names = "--json", description = "Answer as JSON.")
  private boolean json;

  @Mixin private final BoardOption board;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  public ImportCommand(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
    this.board = new BoardOption(environment);
  }

  @Override
  public Integer call() throws IOException {
    var target = board.open();
    var source =
        file.orElseThrow(
            () ->
                new Complaints.WrongUsageException(
                    spec, "Say what to import: a FILE that 'baton export' wrote."));
    var called = PipedFile.isStandard(source) ? "standard input" : source.toString();
    try (var piped = PipedFile.read(source, askedFor(source))) {
      var outcome =
          target.change(
              "an import",
              (store, destination) ->
                  new BoardImport(store, destination, progress("read"))
                      .bring(BoardFile.check(piped.path(), called, store, progress("checked"))));
      tell(called, outcome);
    }
    return ExitCode.OK;
  }

  private String askedFor(Path source) {
    return NearestWord.asked(source.toString(), List.copyOf(spec.subcommands().keySet()));
  }

  @Command(
      name = "vibe-kanban",
      description = "Bring the board of vibe-kanban; its database is read and never written.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "Without PATH it is looked for where vibe-kanban keeps it. What has come is",
        "left alone when this is run again.",
        "",
        "Examples:",
        "  baton import vibe-kanban --dry-run",
        "  baton import vibe-kanban ~/old/db.sqlite"
      })
  int vibeKanban(
      @Parameters(
              paramLabel = "PATH",
              arity = "0..1",
              description = "Its database, or the directory that it is in.")
          @Nullable Path path,
      @Option(names = "--dry-run", description = "Say what would come and what cannot.")
          boolean dryRun,
      @Option(names = "--json", description = "Answer as JSON.") boolean asJson)
      throws IOException {
    var move = new VibeKanbanMove(board.open());
    var report = move.run(VibeKanbanMove.find(path, environment), dryRun, progress("read"));
    if (asJson) {
      var answer = Json.object().put("dry_run", dryRun);
      report.counts().forEach(answer.putObject("added")::put);
      answer.set("left_behind", Json.strings(report.reasons()));
      say(answer.toString());
    } else {
      say("%s: %s.".formatted(dryRun ? "Would come" : "Imported", RowWords.of(report.counts())));
      report.reasons().forEach(reason -> say("Left behind: " + reason + "."));
    }
    return ExitCode.OK;
  }

  @Command(
      name = "issues",
      description = "Make tasks of the open issues of a repository, or of lines of JSON.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      footer = {
        "",
        "GitHub is asked through 'gh' and GitLab through 'glab', logged in as you are.",
        "The link is kept at the end of the description. All issues come or none. Run",
        "again, it updates what nobody has changed here; what was deleted here stays so.",
        "",
        "Examples:",
        "  baton import issues --from github --repo owner/shop --label bug",
        "  baton import issues --from jsonl --file issues.jsonl --project shop"
      })
  int issues(
      @Option(
              names = "--from",
              paramLabel = "WHERE",
              required = true,
              description = "github, gitlab or jsonl.",
              completionCandidates = Origins.class)
          String from,
      @Option(
              names = "--repo",
              paramLabel = "OWNER/NAME",
              description = "The repository; otherwise that of the working directory.")
          @Nullable String repo,
      @Option(names = "--label", paramLabel = "L", description = "Only issues with this label.")
          List<String> labels,
      @Option(
              names = "--project",
              paramLabel = "P",
              description = "The project that gets them, by name or id, if there are several.")
          @Nullable String project,
      @Option(
              names = "--file",
              paramLabel = "FILE",
              description = "The lines for jsonl; otherwise standard input.")
          @Nullable Path lines,
      @Option(names = "--json", description = "Answer as JSON.") boolean asJson)
      throws IOException, InterruptedException {
    var to = board.open();
    if (!ORIGINS.contains(from)) {
      throw new Complaints.WrongUsageException(
          spec, "--from %s is neither github, gitlab nor jsonl.".formatted(from));
    }
    if (lines != null && !from.equals("jsonl")) {
      throw new Complaints.WrongUsageException(
          spec, "--file is for --from jsonl: %s is asked by its own program.".formatted(from));
    }
    if (repo != null && from.equals("jsonl")) {
      throw new Complaints.WrongUsageException(
          spec, "--repo is for --from github or gitlab: lines say themselves where they are from.");
    }
    var move = new IssueImport(to, Optional.ofNullable(project).orElse(""));
    var selection =
        new IssueSource.Selection(
            Optional.ofNullable(repo).stream().toList(),
            Optional.ofNullable(labels).orElse(List.of()));
    IssueImport.Result result;
    if (from.equals("jsonl")) {
      try (var reader =
          new Utf8Lines(PipedFile.open(Optional.ofNullable(lines).orElse(Path.of("-")), ""))) {
        result = move.bring(reader, selection);
      }
    } else {
      result = move.bring(new IssueSource(environment), from, selection);
    }
    var outcome = result.outcome();
    say(
        asJson
            ? Json.object()
                .put("added", outcome.added())
                .put("updated", outcome.updated())
                .put("unchanged", outcome.unchanged())
                .put("cut", result.cut())
                .toString()
            : "Issues: %d added, %d updated, %d unchanged.%s"
                .formatted(
                    outcome.added(),
                    outcome.updated(),
                    outcome.unchanged(),
                    result.cut() == 0
                        ? ""
                        : " %d cut to fit: a title has at most 500 characters, a label 50, a task 20 labels."
                            .formatted(result.cut())));
    return ExitCode.OK;
  }

  private RowCounter progress(String what) {
    var err = spec.commandLine().getErr();
    return rows -> {
      err.println("%d rows are %s".formatted(rows, what));
      err.flush();
    };
  }

  private void tell(String source, Outcome outcome) {
    if (json) {
      var answer = Json.object().put("file", source);
      outcome.added().forEach(answer.putObject("added")::put);
      outcome.present().forEach(answer.putObject("present")::put);
      say(answer.toString());
    } else {
      say(
          "Imported from %s: %s. Already here: %s."
              .formatted(source, RowWords.of(outcome.added()), RowWords.of(outcome.present())));
    }
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
