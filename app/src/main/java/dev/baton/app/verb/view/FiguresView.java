package dev.baton.app.verb.view;

import dev.baton.app.verb.view.TableView.Column;
import dev.baton.workflow.internal.record.Sentence;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Figures: a line for all together, then a table for each way to sum them. */
public final class FiguresView {
  /** A way to sum, and what one of its rows is about. */
  private static final List<Map.Entry<String, String>> COSTS =
      List.of(
          Map.entry("days", "DAY"),
          Map.entry("projects", "PROJECT"),
          Map.entry("tasks", "TASK"),
          Map.entry("attempts", "ATTEMPT"),
          Map.entry("executors", "EXECUTOR"));

  private FiguresView() {}

  /** What agents used and cost. */
  public static void costs(JsonNode answer, Screen screen) {
    var total = answer.path("total");
    var turns = total.path("turns").asLong(0);
    screen.line(
        "%s from %s to %s (%s), in %s of which %s did not say what %s cost"
            .formatted(
                money(total).asString(),
                answer.path("since").asString(""),
                answer.path("until").asString(""),
                answer.path("time_zone").asString(""),
                Sentence.counted(turns, "turn"),
                total.path("unknown_turns").asString(""),
                turns == 1 ? "it" : "they"));
    for (var budget : answer.path("budgets")) {
      screen.line(
          "Budget of %s: %s of $%s%s"
              .formatted(
                  owner(budget),
                  spent(budget),
                  budget.path("budget_usd").asString(""),
                  budget.path("exceeded").asBoolean(false) ? ", used up" : ""));
    }
    for (var part : COSTS) {
      if (!answer.path(part.getKey()).isEmpty()) {
        screen.line("");
        new TableView(part.getKey(), "", List.of())
            .with(Column.of("turns"))
            .with(tokens("input_tokens"))
            .with(tokens("output_tokens"))
            .with(new Column("COST", "cost", FiguresView::money))
            .with(new Column(part.getValue(), "key", FiguresView::name))
            .show(answer, screen);
      }
    }
  }

  private static String owner(JsonNode budget) {
    var of = budget.path("of").asString("");
    return of.equals("day") ? "the day" : of + " " + budget.path("name").asString("");
  }

  /** What people call it; what was deleted has an id alone. */
  private static JsonNode name(JsonNode sum) {
    return sum.has("name") ? sum.path("name") : sum.path("key");
  }

  private static Column tokens(String field) {
    var usual = Column.of(field);
    return new Column(
        usual.title(),
        field,
        sum ->
            !sum.path(field).isNumber()
                ? JsonNodeFactory.instance.stringNode("unknown")
                : sum.path("tokens_known").asBoolean(true)
                    ? sum.path(field)
                    : JsonNodeFactory.instance.stringNode(
                        "at least " + sum.path(field).asString()));
  }

  /** What is not told is unknown, and never 0. */
  private static JsonNode money(JsonNode sum) {
    var dollars = sum.path("cost_usd");
    var words =
        dollars.isNumber()
            ? (sum.path("known").asBoolean(false) ? "$" : "at least $") + dollars.asString()
            : sum.path("turns").asLong(0) == 0 ? "$0.00" : "unknown";
    return JsonNodeFactory.instance.stringNode(words);
  }

  private static String spent(JsonNode budget) {
    return budget.path("spent_usd").isNull()
        ? "an unknown part"
        : (budget.path("known").asBoolean(false) ? "$" : "at least $")
            + budget.path("spent_usd").asString("");
  }

  /** How attempts went. */
  public static void insights(JsonNode answer, Screen screen) {
    new TableView("executors", "No agent has worked in these days.", List.of())
        .with(new Column("EXECUTOR", "key", kind -> kind.path("key")))
        .with(Column.of("attempts"))
        .with(Column.of("ended"))
        .with(Column.of("reviewed"))
        .with(Column.of("median_seconds"))
        .with(Column.of("slow_seconds"))
        .show(answer, screen);
    var worked =
        answer
            .path("days")
            .valueStream()
            .filter(day -> day.valueStream().anyMatch(it -> it.isNumber() && it.asLong() > 0))
            .toList();
    if (!worked.isEmpty() && answer instanceof ObjectNode figures) {
      screen.line("");
      var days = figures.deepCopy();
      days.putArray("days").addAll(worked);
      TableView.of("days", "", "day", "done", "open", "dropped", "failed").show(days, screen);
    }
  }
}
