package dev.baton.examples.logseq;

import dev.baton.mcp.server.Resource;
import java.util.List;

/** What a model should know before it works on notes. */
final class Instructions {
  private static final String MARKDOWN = "text/markdown";

  private Instructions() {}

  static List<Resource> all() {
    return List.of(
        Resource.text(
            "resource://logseq/workflow-intro",
            "Working with Logseq",
            MARKDOWN,
            """
            # Working with Logseq

            - Clean names first: no brackets, no spare blanks.
            - A project's tag is its name in double brackets, as in [[Website]].
            - An entry is one line.
            """),
        Resource.text(
            "resource://logseq/error-handling",
            "When something fails",
            MARKDOWN,
            """
            # When something fails

            - Say which step failed and what it said.
            - An empty task or a date that is none cannot be mended by guessing: ask the user.
            """),
        Resource.text(
            "resource://logseq/todo-format",
            "How a TODO looks",
            MARKDOWN,
            """
            # How a TODO looks

            `TODO`, what needs doing, and the project's tag, on one line:

                TODO Fix the login bug [[Website]]
            """));
  }
}
