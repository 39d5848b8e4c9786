package dev.baton.app.web.workflow;

import dev.baton.app.web.text.VisibleText;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Says to people what runs of workflows say to models: tools by their titles, and nothing about how
 * to call them.
 */
record RunWords(JsonNode tools) {
  /** What is said to who calls tools; people have the form below it. */
  private static final Pattern FOR_CALLERS =
      Pattern.compile(
          "^(?:Call|Repeat|Ask the user|To continue|Get the prompt)\\b.*|.*\\b_[a-z]+_[a-z]+\\b.*"
              + "|.*\\b(?:repeat|get) the (?:call|prompt)\\b.*|.*\\btools/call\\b.*",
          Pattern.DOTALL);

  private static final Pattern SENTENCES = Pattern.compile("(?<=[.;!?])\\s+|\\n+");

  String tool(String name) {
    return name.isEmpty() ? "" : WorkflowList.title(tools, name);
  }

  /** What happened; the whole text if it speaks to callers only. */
  String forPeople(String text) {
    List<String> parts = SENTENCES.splitAsStream(text.strip()).toList();
    var kept = parts.stream().filter(part -> !FOR_CALLERS.matcher(part).matches()).toList();
    return VisibleText.of(named(ended((kept.isEmpty() ? parts : kept).stream())));
  }

  private static String ended(Stream<String> parts) {
    return parts.collect(Collectors.joining(" ")).replaceFirst(";$", ".");
  }

  /** Tools that are named as they are called. */
  private String named(String text) {
    var named = text;
    for (var tool : tools) {
      var name = tool.path("name").asString("");
      if (name.contains("_") && named.contains(name)) {
        named =
            Pattern.compile("\\b%s\\b".formatted(Pattern.quote(name)))
                .matcher(named)
                .replaceAll("“%s”".formatted(Matcher.quoteReplacement(tool(name))));
      }
    }
    return named;
  }
}
