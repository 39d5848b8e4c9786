package dev.baton.app.server;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Words what models are told of the server as a whole: those that hand out work hear of the loop
 * from a task to merged work, and agents at work of what is for them.
 */
final class ServerInstructions {
  private static final Pattern TOOL = Pattern.compile("\\b[a-z]+(_[a-z]+)+\\b");

  private static final Pattern STEP = Pattern.compile("^\\d+\\. ");

  /** Words of this form that are no tools. */
  private static final Set<String> FIELDS =
      Set.of(
          "wait_ms",
          "needs_input",
          "request_id",
          "project_id",
          "task_id",
          "next_cursor",
          "blocked_by",
          "auto_start");

  private static final String REFUSALS =
      "A failure says code, message, retryable and hint: do what the hint says. With a request_id a"
          + " call can be repeated without doing it twice. Longer lists go on with next_cursor.";

  private static final List<String> FOR_AGENTS =
      List.of(
          "Baton keeps a board of tasks per project. You are an agent that it runs: you attempt one"
              + " task, in a git worktree and on a branch of your own.",
          "get_context tells your project, task, attempt and branch; get_task shows a task with its"
              + " description, list_tasks the others of your project.",
          "create_task puts work on the board that you find and that is not yours to do now.",
          "attach_image shows people a picture as proof of your work.",
          "update_task changes your own task. People start, review and merge attempts, and decide"
              + " when a task is done.",
          REFUSALS);

  private static final List<String> LINES =
      List.of(
          "Baton keeps a board of tasks per project; coding agents attempt them, each in a git"
              + " worktree and on a branch of its own. Agents go on when you leave.",
          "1. list_projects shows projects with the paths of their repositories; take the one over"
              + " the user's repository.",
          "   If there is none, create_project makes it.",
          "2. create_task with project_id, a title and all that the agent has to know. list_tasks"
              + " shows what is there.",
          "   With blocked_by a task waits for others, with auto_start it starts when they are"
              + " done.",
          "3. list_executors, then start_task_attempt with task_id and an available executor. It"
              + " answers when the agent runs.",
          "4. get_attempt_status with wait_ms 45000 answers when something changes: state completed"
              + " or failed, or needs_input. Call it again until then; never poll without wait_ms.",
          "   tail_events waits for many attempts at once.",
          "   tail_attempt_logs shows what the agent did, tail_session_messages what it said.",
          "5. If it asks for approval, ask the user, then call respond_approval.",
          "6. get_attempt_changes lists the changed files, get_attempt_patch and get_attempt_file"
              + " show them. Tell the user what changed.",
          "7. follow_up with action send asks the same agent for more; with action queue while it"
              + " runs. stop_attempt ends it.",
          "   retry_turn goes back to before a turn of list_turns and sends it anew.",
          "8. update_attempt brings the target's news in; with resolve the agent resolves"
              + " conflicts.",
          "   When the user agrees, merge_attempt brings the work into the target branch and the"
              + " task is done.",
          "   delete_attempt removes an unwanted attempt; unmerged work is kept as a git ref.",
          REFUSALS);

  private ServerInstructions() {}

  /** For who hands work to agents, without the lines about tools that a server does not have. */
  static String forPeople(Set<String> tools) {
    return lines(LINES, tools);
  }

  /** The same for an agent at work, who decides less. */
  static String forAgents(Set<String> tools) {
    return lines(FOR_AGENTS, tools);
  }

  private static String lines(List<String> lines, Set<String> tools) {
    var steps = new AtomicInteger();
    return lines.stream()
        .filter(line -> TOOL.matcher(line).results().allMatch(it -> isKnown(it.group(), tools)))
        // why again: a step may be left out
        .map(line -> STEP.matcher(line).replaceFirst(_ -> steps.incrementAndGet() + ". "))
        .collect(Collectors.joining("\n"));
  }

  private static boolean isKnown(String word, Set<String> tools) {
    return FIELDS.contains(word) || tools.contains(word);
  }
}
