package dev.baton.app.verb;

import static dev.baton.app.verb.Styles.ATTEMPT;
import static dev.baton.app.verb.Styles.ID_OF_ATTEMPT;
import static dev.baton.app.verb.Styles.ID_OF_TASK;

import dev.baton.app.verb.Style.Extra;
import dev.baton.app.verb.view.AttemptView;
import dev.baton.app.verb.view.ChangesView;
import dev.baton.app.verb.view.ContentView;
import dev.baton.app.verb.view.ConversationView;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.TableView;
import dev.baton.app.verb.view.Transcript;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The styles of operations about attempts: their agents, their turns, review and shipping. */
final class AttemptStyles {
  private AttemptStyles() {}

  static void addTo(Map<String, Style> all) {
    attempts(all);
    turns(all);
    talk(all);
    review(all);
    shipping(all);
  }

  private static void attempts(Map<String, Style> all) {
    all.put("list_executors", Style.shown(AttemptStyles::executors).withExamples("", "--json"));
    all.put(
        "start_task_attempt",
        Style.plain()
            .with(Extra.WAIT)
            .withExamples(
                "TASK_ID CLAUDE_CODE --wait",
                "TASK_ID CODEX --variant PLAN",
                "TASK_ID CODEX --force",
                "TASK_ID CODEX --repo REPO_ID:main --repo REPO_ID:develop"));
    all.put(
        "list_task_attempts",
        Style.shown(
                TableView.of(
                    "attempts",
                    "No such attempts here; start one with: baton attempt start TASK_ID EXECUTOR",
                    ID_OF_ATTEMPT,
                    "state",
                    "latest_session_executor",
                    "created_at",
                    "task_title",
                    "workspace_branch"))
            .withArguments(ID_OF_TASK)
            .withExamples("", "TASK_ID", "--project-id shop --state running --state failed"));
    all.put(
        "get_attempt_status",
        Style.shown(new AttemptView())
            .withExamples(ATTEMPT, "ATTEMPT_ID --wait-ms 45000 --since-state running"));
    all.put("stop_attempt", Style.plain().withExamples(ATTEMPT, "ATTEMPT_ID --force"));
    all.put("start_dev_server", Style.plain().withExamples(ATTEMPT));
    all.put("stop_dev_server", Style.plain().withExamples(ATTEMPT));
    all.put("delete_attempt", Style.plain().withExamples(ATTEMPT));
  }

  private static void executors(JsonNode answer, Screen screen) {
    TableView.of(
            "executors",
            "No executors are configured.",
            "executor",
            "available",
            "version",
            "variants",
            "unavailable_reason")
        .show(answer, screen);
    screen.aside(
        "DEFAULT may only edit files of its workspace; CODEX also runs commands, in its own"
            + " sandbox. TRUSTED runs what it likes, APPROVALS asks you first.");
  }

  private static void turns(Map<String, Style> all) {
    all.put(
        "follow_up",
        Style.plain()
            .withArguments(ID_OF_ATTEMPT, "prompt")
            .withDefault("action", "send")
            .preparedBy(Preparation.addressed().then(Preparation.sentImages()))
            .with(Extra.WAIT)
            .withExamples(
                "ATTEMPT_ID 'Add a test' --wait",
                "ATTEMPT_ID 'Then tidy up' --action queue",
                "ATTEMPT_ID 'It looks like this' --image shot.png",
                "ATTEMPT_ID --action cancel",
                "ATTEMPT_ID --queued-id QUEUED_ID"));
    all.put(
        "send_follow_up",
        Style.plain()
            .preparedBy(Preparation.sentImages())
            .with(Extra.WAIT)
            .withExamples("TASK_ID 'Add a test' --wait"));
    all.put(
        "list_turns",
        Style.shown(
                TableView.of(
                    "turns",
                    "No turn has begun yet.",
                    "turn",
                    "state",
                    "started_at",
                    "variant",
                    "commit_before",
                    "commit_after",
                    "prompt_preview"))
            .withArguments(ID_OF_ATTEMPT)
            .withExamples(ATTEMPT));
    all.put(
        "retry_turn",
        Style.plain()
            .withArguments(ID_OF_ATTEMPT, "turn", "prompt")
            .preparedBy(Preparation.sentImages())
            .with(Extra.WAIT)
            .withExamples("ATTEMPT_ID 1", "ATTEMPT_ID 1 'Without a new library' --wait"));
  }

  private static void talk(Map<String, Style> all) {
    all.put(
        "tail_attempt_logs",
        Style.shown(Transcript::show)
            .with(Extra.FOLLOW)
            .withExamples("ATTEMPT_ID --follow", "ATTEMPT_ID --channel raw --limit 500"));
    all.put(
        "tail_session_messages",
        Style.shown(new ConversationView()).withArguments(ID_OF_ATTEMPT).withExamples(ATTEMPT));
    all.put(
        "list_approvals",
        Style.shown(
                TableView.of(
                    "approvals",
                    "No agent waits for an answer.",
                    "approval_id",
                    ID_OF_ATTEMPT,
                    "requested_at",
                    "status",
                    "tool_name",
                    "summary"))
            .withExamples("", "--project-id PROJECT_ID --expired", "--remembered"));
    all.put(
        "respond_approval",
        Style.plain()
            .withExamples(
                "APPROVAL_ID approve",
                "APPROVAL_ID approve --remember attempt",
                "APPROVAL_ID deny --reason 'Not on a Friday'"));
    all.put("forget_approval", Style.plain().withExamples("APPROVAL_ID"));
  }

  private static void review(Map<String, Style> all) {
    all.put("get_attempt_changes", Style.shown(new ChangesView()).withExamples(ATTEMPT));
    all.put(
        "get_attempt_file",
        Style.shown(new ContentView("content"))
            .withExamples("ATTEMPT_ID src/Main.java", "ATTEMPT_ID src/Main.java --start-line 40"));
    all.put(
        "get_attempt_patch",
        Style.shown(new ContentView("patch"))
            .preparedBy(Preparation.allChangedFiles())
            .withExamples("ATTEMPT_ID | less", "ATTEMPT_ID src/Main.java > main.patch"));
    all.put(
        "list_comments",
        Style.shown(
                TableView.of(
                    "comments",
                    "No comments yet; write one with: baton attempt comment ATTEMPT_ID PATH LINE"
                        + " TEXT",
                    "comment_id",
                    "path",
                    "first_line",
                    "last_line",
                    "sent_at",
                    "text"))
            .withExamples(ATTEMPT));
    all.put(
        "add_comment",
        Style.plain()
            .withArguments(ID_OF_ATTEMPT, "path", "first_line", "text")
            .withExamples(
                "ATTEMPT_ID src/Main.java 41 'Cap it' --last-line 42",
                "ATTEMPT_ID --entry-index 7 --text 'Leave it out'"));
    all.put("remove_comment", Style.plain().withExamples("COMMENT_ID"));
    all.put(
        "send_comments",
        Style.plain().withExamples(ATTEMPT, "ATTEMPT_ID --words 'Please fix these'"));
  }

  private static void shipping(Map<String, Style> all) {
    all.put(
        "update_attempt",
        Style.plain()
            .withArguments(ID_OF_ATTEMPT)
            .withExamples(
                ATTEMPT,
                "ATTEMPT_ID --resolve",
                "ATTEMPT_ID --target-branch release --strategy merge"));
    all.put("push_attempt", Style.plain().withExamples(ATTEMPT));
    all.put("create_pull_request", Style.plain().withExamples(ATTEMPT, "ATTEMPT_ID --draft"));
    all.put("list_pull_request_comments", Style.plain().withExamples(ATTEMPT));
    all.put("send_pull_request_comments", Style.plain().withExamples(ATTEMPT));
    all.put(
        "merge_attempt",
        Style.plain().withExamples(ATTEMPT, "ATTEMPT_ID --strategy rebase", "ATTEMPT_ID --force"));
  }
}
