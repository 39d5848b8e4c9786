package dev.baton.app.web.task;

import dev.baton.app.web.frame.Html;
import dev.baton.app.web.frame.Visit;
import dev.baton.app.web.text.Ansi;
import dev.baton.app.web.text.ToolCallWords;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.Route;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import java.util.Optional;

/** Parts of a conversation that a page asks for: what is new, what is older, one output. */
public final class EntryPages {
  private static final int HEAD = 24 * 1024;
  private static final int TAIL = 40 * 1024;

  private final Orchestrator orchestrator;
  private final ConversationReader conversations;

  public EntryPages(Orchestrator orchestrator, ConversationReader conversations) {
    this.orchestrator = orchestrator;
    this.conversations = conversations;
  }

  public Route.Response entries(Visit visit) {
    var attempt = orchestrator.attempts().load(visit.requireId("attempt"));
    var channel = channel(visit);
    var after = visit.query().find("after").flatMap(EntryPages::index);
    var before = visit.query().find("before").flatMap(EntryPages::index);
    if (after.isPresent()) {
      var view = conversations.after(attempt, channel, after.get());
      return Html.page(out -> JteentriesGenerated.render(out, Html.PLAIN, view));
    }
    var view =
        before
            .map(index -> conversations.before(attempt, channel, index))
            .orElseGet(() -> conversations.newest(attempt, channel));
    return Html.page(out -> JteolderGenerated.render(out, Html.PLAIN, view, before.orElse(0L)));
  }

  /** The output of a tool call, or the whole of a long message. */
  public Route.Response output(Visit visit) {
    var entry =
        index(visit.request().variable("index"))
            .flatMap(it -> conversations.find(visit.requireId("attempt"), channel(visit), it))
            .orElseThrow(
                () ->
                    new ToolFailure(
                        FailureCode.NOT_FOUND,
                        "This part of the conversation is not there any more",
                        "Load the page again"));
    var text = text(entry);
    var html =
        text.length() <= HEAD + TAIL
            ? Ansi.html(text)
            : "%s\n\n<b>… %d characters are left out; the raw output has them …</b>\n\n%s"
                .formatted(
                    Ansi.html(text.substring(0, HEAD)),
                    text.length() - HEAD - TAIL,
                    Ansi.html(text.substring(text.length() - TAIL)));
    return Html.page(out -> JteoutputGenerated.render(out, Html.PLAIN, entry.index(), html));
  }

  private static String text(LogEntry entry) {
    return entry
        .tool()
        .map(
            tool -> {
              var target = ToolCallWords.target(tool);
              var result = tool.result().orElse("");
              return target.contains("\n") || target.length() > 120
                  ? "$ %s\n\n%s".formatted(target, result)
                  : result.isEmpty() ? "(it printed nothing)" : result;
            })
        .orElse(entry.content());
  }

  private static LogChannel channel(Visit visit) {
    return visit.query().text("channel").equals("raw") ? LogChannel.RAW : LogChannel.NORMALIZED;
  }

  static Optional<Long> index(String text) {
    return text.matches("-1|[0-9]{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }
}
