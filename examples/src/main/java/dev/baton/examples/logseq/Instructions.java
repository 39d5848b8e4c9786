package dev.baton.examples.logseq;

import dev.baton.mcp.resource.Resource;
import dev.baton.workflow.reference.ResourceHandle;
import java.util.List;

/**
 * What a model should know before it works on notes. Written once and shared by the workflows: what
 * changes here changes in all of them.
 */
final class Instructions {
  static final ResourceHandle INTRO = ResourceHandle.of("resource://logseq/workflow-intro");
  static final ResourceHandle ERRORS = ResourceHandle.of("resource://logseq/error-handling");
  static final ResourceHandle TODO_FORMAT = ResourceHandle.of("resource://logseq/todo-format");
  static final ResourceHandle PROJECT_TAGS = ResourceHandle.of("resource://logseq/project-tags");

  private static final String MARKDOWN = "text/markdown";

  private Instructions() {}

  static List<Resource> all() {
    return List.of(
        Resource.text(
            INTRO.toString(),
            "Working with Logseq",
            MARKDOWN,
            """
            # Working with Logseq

            - Clean names first: no brackets, no spare blanks.
            - A project's tag is its name in double brackets, as in [[Website]].
            - An entry is one line.
            """),
        Resource.text(
            ERRORS.toString(),
            "When something fails",
            MARKDOWN,
            """
            # When something fails

            - Say which step failed and what it said.
            - An empty task or a date that is none cannot be mended by guessing: ask the user.
            """),
        Resource.text(
            TODO_FORMAT.toString(),
            "How a TODO looks",
            MARKDOWN,
            """
            # How a TODO looks

            `TODO`, what needs doing, and the project's tag, on one line:

                TODO Fix the login bug [[Website]]
            """),
        Resource.text(
            PROJECT_TAGS.toString(),
            "How projects are tagged",
            MARKDOWN,
            """
            # How projects are tagged

            The tag stands at the end of the line, one for each project that the line is about.
            """));
  }
}
