package dev.baton.app.verb;

import dev.baton.app.verb.Style.Extra;
import dev.baton.app.verb.view.AttemptView;
import dev.baton.app.verb.view.CellText;
import dev.baton.app.verb.view.ChangesView;
import dev.baton.app.verb.view.ContentView;
import dev.baton.app.verb.view.ConversationView;
import dev.baton.app.verb.view.FiguresView;
import dev.baton.app.verb.view.RemovedView;
import dev.baton.app.verb.view.Screen;
import dev.baton.app.verb.view.TableView;
import dev.baton.app.verb.view.TableView.Column;
import dev.baton.app.verb.view.Transcript;
import dev.baton.mcp.protocol.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The styles of operations, by their names. */
final class Styles {
  private static final String ID_OF_PROJECT = "project_id";
  private static final String ID_OF_TASK = "task_id";
  static final String ID_OF_ATTEMPT = "attempt_id";
  private static final String UPDATED = "updated_at";
  static final String ATTEMPT = "ATTEMPT_ID";
  private static final Map<String, Style> ALL = all();

  private static Map<String, Style> all() {
    var all = new HashMap<String, Style>();
    board(all);
    attempts(all);
    talk(all);
    review(all);
    all.putAll(NodeStyles.ALL);
    all.putAll(TurnStyles.ALL);
    return Map.copyOf(all);
  }

  private static void board(Map<String, Style> all) {
    all.put(
        "list_projects",
        Style.shown(
                TableView.of(
                        "projects",
                        "No projects yet; add one with: baton project add NAME --repo PATH (baton"
                            + " project list --archived shows those put away)",
                        ID_OF_PROJECT,
                        UPDATED,
                        "name")
                    .with(new Column("AUTO START", "auto_start", Styles::autoStart))
                    .with(new Column("BUDGET", "budget_exceeded", Styles::budget))
                    .with(new Column("REPOS", "repos", Styles::paths)))
            .withExamples("", "--archived"));
    all.put("rename_project", Style.plain().withExamples("shop 'Web shop'"));
    all.put(
        "update_project",
        Style.plain()
            .withExamples(
                "shop --auto-start 2:CLAUDE_CODE",
                "shop --auto-start-paused=false",
                "shop --auto-start 0"));
    all.put("archive_project", Style.plain().withExamples("shop", "shop --archived=false"));
    all.put("find_ids", Style.plain().withExamples("attempt 3f2a", "project shop"));
    all.put(
        "create_project",
        Style.plain()
            .withArguments("name", "repos")
            .preparedBy(Preparation.localPaths())
            .withExamples(
                "shop --repo ../shop",
                "shop --repo web=../web --repo api=../api",
                "trial --repo ../shop --allow-shared"));
    all.put(
        "list_repos",
        Style.shown(
                TableView.of(
                    "repos",
                    "No repositories yet; add one with: baton repo add PROJECT_ID PATH",
                    "repo_id",
                    "repo_name",
                    "default_branch",
                    "path"))
            .withExamples("PROJECT_ID"));
    all.put(
        "add_repo",
        Style.plain().preparedBy(Preparation.localPaths()).withExamples("PROJECT_ID . --name web"));
    all.put(
        "set_repo",
        Style.plain()
            .withExamples("web --setup 'npm ci' --copy .env", "web --commit-policy agent"));
    tasks(all);
  }

  private static void tasks(Map<String, Style> all) {
    all.put(
        "list_tasks",
        Style.shown(tasks())
            .withArguments(ID_OF_PROJECT)
            .withExamples(
                "shop --status inreview", "--label bug --priority urgent", "--query 'log in'"));
    all.put("get_task", Style.plain().withExamples("shop#41", "TASK_ID"));
    all.put(
        "create_task",
        Style.plain()
            .preparedBy(Preparation.imageFiles())
            .withExamples(
                "shop 'Fix the login' --description 'It fails at noon'",
                "shop 'Fix the login' --label bug --label web --priority high",
                "shop 'Fix the login' --image shot.png",
                "shop 'Test it' --blocked-by '#41' --auto-start CLAUDE_CODE"));
    all.put(
        "update_task",
        Style.plain()
            .preparedBy(Preparation.placement())
            .withExamples(
                "shop#41 --status cancelled",
                "41 --position top",
                "41 --position before:7",
                "41 --blocked-by '#40' --blocked-by site#3"));
    all.put(
        "archive_task",
        Style.plain()
            .withArguments(ID_OF_TASK)
            .preparedBy(Preparation.timeAgo("done_before"))
            .withExamples("shop#41", "shop#41 --archived=false", "--done-before 7d"));
    all.put("delete_task", Style.plain().withExamples("TASK_ID"));
    all.put(
        "list_labels",
        Style.shown(
                TableView.of(
                    "labels",
                    "No labels here; give a task one with: baton task update TASK_ID --label NAME",
                    "name",
                    "colour",
                    "task_count"))
            .withExamples("shop"));
    all.put(
        "set_label",
        Style.plain().withExamples("shop bug --colour red", "shop bug --new-name defect"));
    all.put(
        "list_notices",
        Style.shown(
                TableView.of(
                        "receivers",
                        "Nobody is told of what happens; add somebody below 'notify' in"
                            + " config.yaml",
                        "name",
                        "kind",
                        "state")
                    .with(new Column("SIGNED", "signed", Styles::signed))
                    .with(Column.of("pending"))
                    .with(Column.of("delivered_at"))
                    .with(Column.of("given_up"))
                    .with(Column.of("problem")))
            .withExamples(""));
    all.put("test_notice", Style.plain().withExamples("phone"));
  }

  private static TableView tasks() {
    return TableView.of(
            "tasks",
            "No tasks here; add one with: baton task add PROJECT_ID TITLE",
            ID_OF_TASK,
            "status",
            UPDATED)
        .with(new Column("NO", "number", Styles::number))
        .with(new Column("PRIORITY", "priority", Styles::unusualPriority))
        .with(Column.of("labels"))
        .with(new Column("ATTEMPT", "attempt", Styles::latestAttempt))
        .with(new Column("BUDGET", "budget_exceeded", Styles::budget))
        .with(Column.of("title"));
  }

  private static JsonNode paths(JsonNode project) {
    return Json.strings(
        project.path("repos").valueStream().map(repo -> repo.path("path").asString("")).toList());
  }

  private static JsonNode autoStart(JsonNode project) {
    var rule = project.path("auto_start");
    var paused = rule.path("paused_reason").asString("");
    return JsonNodeFactory.instance.stringNode(
        rule.isObject()
            ? paused.isEmpty()
                ? "%s %s".formatted(rule.path("limit").asString(), rule.path("executor").asString())
                : "paused: " + paused
            : "");
  }

  private static JsonNode signed(JsonNode receiver) {
    return JsonNodeFactory.instance.stringNode(
        receiver.has("signed") ? (receiver.path("signed").asBoolean(false) ? "yes" : "no") : "");
  }

  private static JsonNode budget(JsonNode item) {
    return JsonNodeFactory.instance.stringNode(
        item.path("budget_exceeded").asBoolean(false) ? "used up" : "");
  }

  /** With its project where tasks of several stand side by side. */
  private static JsonNode number(JsonNode task) {
    return JsonNodeFactory.instance.stringNode(
        task.has("number")
            ? task.path("project_name").asString("") + "#" + task.path("number").asString()
            : "");
  }

  private static JsonNode unusualPriority(JsonNode task) {
    var priority = task.path("priority").asString("normal");
    return JsonNodeFactory.instance.stringNode(priority.equals("normal") ? "" : priority);
  }

  private static JsonNode latestAttempt(JsonNode task) {
    if (task.path("needs_input").asBoolean(false)) {
      return JsonNodeFactory.instance.stringNode(CellText.NEEDS_YOU);
    }
    if (task.path("has_in_progress_attempt").asBoolean(false)) {
      return JsonNodeFactory.instance.stringNode("running");
    }
    var failed = task.path("last_attempt_failed").asBoolean(false);
    var blocked = task.path("blocked_by_open").isEmpty() ? "" : "blocked";
    return JsonNodeFactory.instance.stringNode(failed ? "failed" : blocked);
  }

  private static void attempts(Map<String, Style> all) {
    all.put("list_executors", Style.shown(Styles::executors).withExamples("", "--json"));
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
                    "No attempts yet; start one with: baton attempt start TASK_ID EXECUTOR",
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

  private static void talk(Map<String, Style> all) {
    all.put(
        "tail_attempt_logs",
        Style.shown(Transcript::show)
            .with(Extra.FOLLOW)
            .withExamples("ATTEMPT_ID --follow", "ATTEMPT_ID --channel raw --limit 500"));
    all.put(
        "tail_events",
        Style.shown(
                TableView.of(
                    "events",
                    "Nothing of this kind has happened.",
                    "event_id",
                    "at",
                    "name",
                    ID_OF_TASK,
                    "data"))
            .withExamples(
                "--project-id shop", "--after-event 120 --wait-ms 45000", "--name attempt.state"));
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
        Style.plain().withExamples("ATTEMPT_ID src/Main.java 41 'Cap it' --last-line 42"));
    all.put("remove_comment", Style.plain().withExamples("COMMENT_ID"));
    all.put(
        "send_comments", Style.plain().withExamples(ATTEMPT, "ATTEMPT_ID --words 'Please mend'"));
    all.put(
        "get_costs",
        Style.shown(FiguresView::costs).withExamples("", "--days 7", "--task-id shop#41"));
    all.put("get_insights", Style.shown(FiguresView::insights).withExamples("", "--days 90"));
    all.put("exceed_budget", Style.plain().withExamples("shop#41"));
    all.put("prune", Style.shown(new RemovedView()).withExamples("--dry-run", ""));
    all.put("get_context", Style.plain().withExamples(""));
    all.put("attach_image", Style.plain().withExamples("proof.png"));
    all.put(
        "add_image",
        Style.plain()
            .preparedBy(Preparation.imageFile())
            .withExamples("shot.png --task-id shop#41", "shot.png --attempt-id ATTEMPT_ID"));
    all.put("remove_image", Style.plain().withExamples("IMAGE_ID"));
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

  private Styles() {}

  /** The operations that have a style of their own. */
  static Set<String> names() {
    return ALL.keySet();
  }

  static Style of(String operation) {
    return ALL.getOrDefault(operation, Style.plain());
  }
}
