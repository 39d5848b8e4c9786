package dev.baton.orchestrator.vibekanban;

import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.agent.AgentOutput;
import dev.baton.orchestrator.agent.EntryType;
import dev.baton.orchestrator.agent.OutputLine;
import dev.baton.orchestrator.agent.ProgramExit;
import dev.baton.orchestrator.agent.ProtocolReader;
import dev.baton.orchestrator.agent.TurnReader;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.ToolUseJson;
import dev.baton.orchestrator.transcript.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The output of its programs, which its versions kept in columns, in a table of their own, or in
 * files. Lines come as they were printed; of agents that print JSON, what they said and did comes
 * as well.
 */
final class OldLogs {
  private static final int LONGEST_LINE = 16_384;
  private static final int LONGEST_PIECE = 64 * 1024;
  private static final String STDOUT = "stdout";
  private static final String KEY = "entry_key";

  /** How many entries there are in the two logs of an attempt. */
  record Entries(long raw, long normalized) {}

  private interface Lines {
    void line(String stream, String text, boolean continues);
  }

  private final OldDatabase old;
  private final ImportedRows imported;

  OldLogs(OldDatabase old, ImportedRows imported) {
    this.old = old;
    this.imported = imported;
  }

  Entries count(List<OldRun> runs) {
    var counts = new long[2];
    runs.forEach(run -> each(run, (channel, _) -> counts[channel]++));
    return new Entries(counts[1], counts[0]);
  }

  void bring(UUID attempt, List<OldRun> runs) {
    var next = new long[2];
    for (var run : runs) {
      var places = new HashMap<String, Long>();
      each(
          run,
          (channel, entry) -> {
            long index = next[channel]++;
            if (entry.has(KEY)) {
              Optional.ofNullable(places.put(entry.path(KEY).stringValue(), index))
                  .ifPresent(earlier -> entry.put("replaces", earlier));
            }
            imported.add(
                "log_entry",
                entry
                    .put("attempt_id", attempt.toString())
                    .put("channel", channel)
                    .put("entry_index", index)
                    .put("process_id", run.process().id().toString()));
          });
    }
  }

  /** Gives all entries of a process away, with their channel: 0 for what is said, 1 for lines. */
  private void each(OldRun run, BiConsumer<Integer, ObjectNode> taker) {
    run.prompt()
        .filter(_ -> run.isAgent())
        .ifPresent(text -> say("user_message", text, run.started(), taker));
    var talk = new OldTalk(run.started(), taker);
    lines(
        run,
        (stream, text, continues) -> {
          taker.accept(1, entry(stream, text, run.started(), continues));
          if (run.isAgent() && stream.equals(STDOUT)) {
            talk.add(text, continues);
          }
        });
    talk.end();
    if (!talk.hasWords) {
      run.said()
          .flatMap(row -> row.text("summary"))
          .ifPresent(text -> say("assistant_message", text, run.ended(), taker));
    }
  }

  /** What an agent said and did, read from what it printed. */
  private static final class OldTalk {
    private final long at;
    private final BiConsumer<Integer, ObjectNode> taker;
    private final TurnReader reader = new ProtocolReader("The agent", "", new OldEvents());
    private final StringBuilder line = new StringBuilder();
    private final Map<EntryType, String> last = new EnumMap<>(EntryType.class);
    private boolean hasWords;

    private OldTalk(long at, BiConsumer<Integer, ObjectNode> taker) {
      this.at = at;
      this.taker = taker;
    }

    private void add(String text, boolean continues) {
      // why: what an agent says in one go may be longer than a line of the log
      if (line.length() < OutputLine.MAX_LENGTH) {
        line.append(text);
      }
      if (!continues) {
        take(reader.accept(OutputLine.stdout(line.toString())));
        line.setLength(0);
      }
    }

    private void end() {
      var open = reader.onExit(new ProgramExit.Code(0));
      // why not the last words: the row of the process tells how it ended
      take(open.stream().filter(output -> !isEnd(output)).toList());
    }

    private static boolean isEnd(AgentOutput output) {
      return output instanceof AgentOutput.Entry entry && entry.type() == EntryType.ERROR;
    }

    private void take(List<AgentOutput> outputs) {
      for (var output : outputs) {
        // why no messages of the system: what nobody understands is in the raw log
        if (output instanceof AgentOutput.Entry entry
            && entry.type() != EntryType.SYSTEM_MESSAGE
            // why: versions of Codex said everything twice, in two streams
            && (entry.type().mayChange()
                || !entry.content().equals(last.put(entry.type(), entry.content())))) {
          hasWords |= entry.type() == EntryType.ASSISTANT_MESSAGE;
          write(entry);
        }
      }
    }

    private void write(AgentOutput.Entry entry) {
      if (!entry.type().mayChange()) {
        say(entry.type().wireName(), entry.content(), at, taker);
        return;
      }
      var row = entry(entry.type().wireName(), entry.content(), at, false).put(KEY, entry.key());
      entry.tool().ifPresent(tool -> row.put("tool", ToolUseJson.write(LogEntry.ToolUse.of(tool))));
      taker.accept(0, row);
    }
  }

  /** What was said, in as many pieces as an entry of ours has room for. */
  private static void say(
      String type, String text, long at, BiConsumer<Integer, ObjectNode> taker) {
    var rest = text;
    for (var piece = Utf8.cut(rest, LONGEST_PIECE);
        piece.length() < rest.length();
        piece = Utf8.cut(rest, LONGEST_PIECE)) {
      taker.accept(0, entry(type, piece, at, true));
      rest = rest.substring(piece.length());
    }
    taker.accept(0, entry(type, rest, at, false));
  }

  private static ObjectNode entry(String type, String content, long at, boolean continues) {
    return Json.object()
        .put("logged_at", at)
        .put("type", type)
        .put("content", content)
        .put("continues", continues ? 1 : 0);
  }

  private void lines(OldRun run, Lines taker) {
    var stdout = new Splitter(STDOUT, taker);
    var stderr = new Splitter("stderr", taker);
    run.process().text(STDOUT).ifPresent(stdout::add);
    run.process().text("stderr").ifPresent(stderr::add);
    var stored = new boolean[1];
    old.eachLog(
        run.process().id(),
        text -> {
          stored[0] = true;
          text.lines().forEach(line -> add(line, stdout, stderr));
        });
    var file = file(run);
    // why not both: versions that write files may have copied what is in the table
    if (!stored[0] && Files.isRegularFile(file)) {
      try (var lines = Files.lines(file)) {
        lines.forEach(line -> add(line, stdout, stderr));
      } catch (IOException | UncheckedIOException e) {
        imported.cannot("the log %s: it cannot be read".formatted(file));
      }
    }
    stdout.end();
    stderr.end();
  }

  /** Where versions since February 2026 keep it, beside the database. */
  private Path file(OldRun run) {
    var session = run.session().toString();
    return old.file()
        .resolveSibling("sessions")
        .resolve(session.substring(0, 2))
        .resolve(session)
        .resolve("processes")
        .resolve(run.process().id() + ".jsonl");
  }

  private static void add(String line, Splitter stdout, Splitter stderr) {
    try {
      JsonNode message = Json.MAPPER.readTree(line);
      if (message.path("Stdout").isString()) {
        stdout.add(message.path("Stdout").stringValue());
      } else if (message.path("Stderr").isString()) {
        stderr.add(message.path("Stderr").stringValue());
      }
    } catch (JacksonException e) {
      // why: it skips bad lines of its own logs as well
    }
  }

  /** Makes lines of pieces. */
  private static final class Splitter {
    private final String stream;
    private final Lines taker;
    private final StringBuilder rest = new StringBuilder();

    private Splitter(String stream, Lines taker) {
      this.stream = stream;
      this.taker = taker;
    }

    private void add(String piece) {
      rest.append(piece.replace("\u0000", ""));
      int end = rest.indexOf("\n");
      while (end >= 0 || rest.length() > LONGEST_LINE) {
        var isWhole = end >= 0 && end <= LONGEST_LINE;
        var length = isWhole ? end : longest();
        taker.line(stream, rest.substring(0, length), !isWhole);
        rest.delete(0, isWhole ? length + 1 : length);
        end = rest.indexOf("\n");
      }
    }

    /** A character of two parts stays whole: PostgreSQL takes no half. */
    private int longest() {
      return Character.isHighSurrogate(rest.charAt(LONGEST_LINE - 1))
          ? LONGEST_LINE - 1
          : LONGEST_LINE;
    }

    private void end() {
      if (!rest.isEmpty()) {
        taker.line(stream, rest.toString(), false);
        rest.setLength(0);
      }
    }
  }
}
