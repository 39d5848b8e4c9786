package dev.baton.app.verb;

import dev.baton.orchestrator.tools.Operation;
import picocli.CommandLine.Model.CommandSpec;

/** What help says of a verb. */
record Usage(Operation operation, Style style, VerbForm form, CommandLineWording wording) {
  void describe(CommandSpec spec) {
    var verb = "baton " + String.join(" ", operation.verb());
    spec.mixinStandardHelpOptions(true);
    spec.usageMessage()
        .description(wording.description(summary()))
        .customSynopsis((verb + " " + form.synopsis()).strip() + " [OPTIONS]")
        .sortOptions(false)
        .footer(new Group("", style.examples()).footer(verb));
  }

  /** What a model is told before it is told when to use it. */
  private String summary() {
    var text = operation.operatorTool().description();
    return text.substring(0, text.indexOf("\nUse when:")).replaceAll("\\s+", " ");
  }
}
