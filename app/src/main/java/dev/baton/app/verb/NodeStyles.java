package dev.baton.app.verb;

import java.util.Map;

/** The styles of operations about the machines that run agents. */
final class NodeStyles {
  static final Map<String, Style> ALL =
      Map.of(
          "list_nodes", Style.plain().withExamples("", "--json"),
          "drain_node",
              Style.plain()
                  .with(Style.Extra.UNTIL_EMPTY)
                  .withExamples("build-1", "build-1 --no-wait"),
          "resume_node", Style.plain().withExamples("build-1"),
          "remove_node", Style.plain().withExamples("build-1"),
          "move_attempt", Style.plain().withExamples("ATTEMPT_ID", "ATTEMPT_ID --to build-1"),
          "set_project", Style.plain().withExamples("shop --labels gpu,linux"));

  private NodeStyles() {}
}
