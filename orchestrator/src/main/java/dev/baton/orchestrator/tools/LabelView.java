package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.board.Label;
import dev.baton.orchestrator.board.Label.LabelColour;
import java.util.UUID;

/** A label, as every tool shows it. */
record LabelView(
    @Description("The label") UUID labelId,
    @Description("Name") String name,
    @Description("Colour") LabelColour colour) {
  static LabelView of(Label label) {
    return new LabelView(label.id(), label.name(), label.colour());
  }
}
