package dev.baton.app.verb;

import dev.baton.orchestrator.tools.Operation;
import java.util.ArrayList;
import picocli.CommandLine.Model.CommandSpec;

/** What help says of a verb. */
record Usage(Operation operation, Style style, Form form, Wording wording) {
  void describe(CommandSpec spec) {
    var verb = "baton " + String.join(" ", operation.verb());
    spec.mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(wording.description(summary()))
        .customSynopsis((verb + " " + form.synopsis()).strip() + " [OPTIONS]")
        .sortOptions(false)
        .footer(examples(verb));
  }

  /** What a model is told before it is told when to use it. */
  private String summary() {
    var text = operation.operatorTool().description();
    return text.substring(0, text.indexOf("\nUse when:")).replaceAll("\\s+", " ");
  }

  private String[] examples(String verb) {
    var lines = new ArrayList<String>();
    if (!style.examples().isEmpty()) {
      lines.add("");
      lines.add("Examples:");
      style.examples().forEach(example -> lines.add(("  " + verb + " " + example).stripTrailing()));
    }
    return lines.toArray(String[]::new);
  }
}
