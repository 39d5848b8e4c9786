package dev.baton.app.verb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The words and examples with which help shows verbs about the same thing.
 *
 * @param examples what to type after the words of the group
 */
record Group(String about, List<String> examples) {
  private static final Map<String, Group> ALL =
      Map.ofEntries(
          Map.entry(
              "project",
              of("Projects: named sets of repositories.", "add shop --repo ../shop", "list")),
          Map.entry(
              "repo",
              of(
                  "Repositories of a project.",
                  "list shop",
                  "set web --setup 'npm ci' --copy .env")),
          Map.entry(
              "task",
              of("Tasks on the board of a project.", "add shop 'Fix the login'", "list shop")),
          Map.entry("budget", of("What may be spent.", "exceed shop#41")),
          Map.entry("label", of("Labels of a project.", "list shop", "set shop bug --colour red")),
          Map.entry(
              "image",
              of(
                  "Images of tasks and messages.",
                  "add shot.png --task-id shop#41",
                  "remove IMAGE_ID")),
          Map.entry(
              "attempt",
              of(
                  "Attempts: tries of coding agents at a task.",
                  "start TASK_ID CLAUDE_CODE --wait",
                  "patch ATTEMPT_ID")),
          Map.entry(
              "approvals",
              of(
                  "Questions of agents that wait for an answer.",
                  "list",
                  "respond APPROVAL_ID approve")),
          Map.entry(
              "node", of("Machines that run agents for this board.", "list", "drain build-1")),
          Map.entry("notify", of("Notices: who is told of what happens.", "list", "test phone")),
          Map.entry(
              "attempt dev",
              of(
                  "The dev server in an attempt's workspace.",
                  "start ATTEMPT_ID",
                  "stop ATTEMPT_ID")));

  Group {
    examples = List.copyOf(examples);
  }

  private static Group of(String about, String... examples) {
    return new Group(about, List.of(examples));
  }

  /** The group with these words. */
  static Group named(List<String> words) {
    var name = String.join(" ", words);
    return ALL.getOrDefault(name, of("What there is to do with '%s'.".formatted(name)));
  }

  /** The examples as help shows them, after these words. */
  String[] footer(String command) {
    var lines = new ArrayList<String>();
    if (!examples.isEmpty()) {
      lines.add("");
      lines.add("Examples:");
      examples.forEach(example -> lines.add(("  " + command + " " + example).stripTrailing()));
    }
    return lines.toArray(String[]::new);
  }
}
