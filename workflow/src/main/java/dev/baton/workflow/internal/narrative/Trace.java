package dev.baton.workflow.internal.narrative;

import dev.baton.workflow.TraceForm;
import dev.baton.workflow.internal.run.RunOutcome;
import dev.baton.workflow.internal.run.WorkflowHost;
import dev.baton.workflow.prompt.PromptMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A run told as the conversation in which a client would have made its calls. Immutable, thread
 * safe.
 *
 * {@snippet file="dev/baton/workflow/internal/run/RunExamplesTest.java" region="trace"}
 */
public final class Trace {
  private final String workflow;
  private final List<TracePart> parts;

  private Trace(String workflow, List<TracePart> parts) {
    this.workflow = workflow;
    this.parts = List.copyOf(parts);
  }

  /** The trace of a run as it stands; resources are read from the host. */
  public static Trace of(RunOutcome outcome, WorkflowHost host, Narration narration) {
    return new Trace(outcome.workflow().name(), new TraceWriter(outcome, host, narration).write());
  }

  /** In a form; {@code AUTO} is what is known to be right for this client. */
  public List<PromptMessage> messages(TraceForm form, String clientName) {
    return switch (form) {
      case MESSAGES -> messages();
      case SINGLE -> List.of(single());
      case AUTO -> messages(TraceForms.of(clientName), clientName);
    };
  }

  /** A message for each part. */
  public List<PromptMessage> messages() {
    return parts.stream().map(part -> new PromptMessage(part.role(), part.content())).toList();
  }

  /** The same in one user message that says of each part whose it is. */
  public PromptMessage single() {
    return PromptMessage.user(SingleMessage.of(workflow, parts));
  }

  /** A trace as one text, for clients that lose roles or read only the first message. */
  private static final class SingleMessage {
    private static final String LEAST_BAR = "===";

    private SingleMessage() {}

    static String of(String workflow, List<TracePart> parts) {
      var bar = bar(parts);
      var text = new StringBuilder(intro(workflow, parts.size(), bar));
      for (int i = 0; i < parts.size(); i++) {
        var part = parts.get(i);
        text.append("\n\n").append(bar);
        text.append(" %d of %d, ".formatted(i + 1, parts.size())).append(part.role().wireName());
        text.append(part.title().isEmpty() ? "" : ", ").append(part.title());
        text.append(' ').append(bar).append('\n').append(part.body());
      }
      return text.toString();
    }

    private static String intro(String workflow, int parts, String bar) {
      return "The server has run the workflow '%s' for you. This is the conversation so far, in %d parts that begin with a line of %s each; parts marked assistant are yours. Go on from its end."
          .formatted(workflow, parts, bar);
    }

    // why: no text in the trace, such as a tool's result, can pass for the beginning of a part
    private static String bar(List<TracePart> parts) {
      var bar = LEAST_BAR;
      while (hasLineWith(bar, parts)) {
        bar += "=";
      }
      return bar;
    }

    private static boolean hasLineWith(String bar, List<TracePart> parts) {
      return parts.stream()
          .flatMap(part -> part.body().lines())
          .anyMatch(line -> line.startsWith(bar));
    }
  }

  /** Which form of a trace which clients need, by their names; a table that is data. */
  private static final class TraceForms {
    private static final String TABLE = "trace-forms.txt";
    private static final List<Row> ROWS = load();

    private record Row(String prefix, TraceForm form) {
      static Row parse(String line) {
        var cells = line.strip().split("\\s+", -1);
        return new Row(cells[0], TraceForm.valueOf(cells[1].toUpperCase(Locale.ROOT)));
      }
    }

    private TraceForms() {}

    static TraceForm of(String clientName) {
      var name = clientName.toLowerCase(Locale.ROOT);
      return ROWS.stream()
          .filter(row -> name.startsWith(row.prefix()))
          .findFirst()
          .map(Row::form)
          .orElse(TraceForm.MESSAGES);
    }

    private static List<Row> load() {
      try (var table = Objects.requireNonNull(TraceForms.class.getResourceAsStream(TABLE), TABLE)) {
        return new String(table.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(Row::parse)
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
