package dev.baton.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingType;
import dev.baton.mcp.protocol.Json;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What a list of tools takes of a model's context. */
final class ToolTokens {
  private static final Encoding ENCODING =
      Encodings.newLazyEncodingRegistry().getEncoding(EncodingType.O200K_BASE);
  private static final int BUDGET = 10_000;

  private ToolTokens() {}

  /** A row per tool and one for all; fails if they take more than they may. */
  static String table(List<JsonNode> tools) {
    var total = tools.stream().mapToInt(ToolTokens::shown).sum();
    assertThat(total).as("tokens of all tools").isLessThan(BUDGET);
    return tools.stream()
        .map(tool -> row(tool.path("name").asString(), shown(tool), outputs(tool)))
        .collect(
            Collectors.joining(
                "",
                "| Tool | name, description, input schema | output schema |\n|---|--:|--:|\n",
                row("all", total, tools.stream().mapToInt(ToolTokens::outputs).sum())));
  }

  private static String row(String name, int shown, int outputs) {
    return String.format(Locale.ROOT, "| %s | %,d | %,d |\n", name, shown, outputs);
  }

  /** What clients show to a model. */
  private static int shown(JsonNode tool) {
    var seen = Json.object();
    List.of("name", "description", "inputSchema")
        .forEach(field -> seen.set(field, tool.path(field)));
    return ENCODING.countTokens(seen.toString());
  }

  private static int outputs(JsonNode tool) {
    return ENCODING.countTokens(tool.path("outputSchema").toString());
  }
}
