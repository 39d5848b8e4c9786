package dev.baton.app.verb;

import dev.baton.app.verb.Style.Extra;
import dev.baton.app.verb.view.CellText;
import dev.baton.app.verb.view.FiguresView;
import dev.baton.app.verb.view.RemovedView;
import dev.baton.app.verb.view.TableView;
import dev.baton.app.verb.view.TableView.Column;
import dev.baton.mcp.protocol.Json;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The styles of operations about projects, tasks, machines, and the board as a whole. */
final class BoardStyles {
  private static final String ID_OF_PROJECT = "project_id";
  private static final String UPDATED = "updated_at";

  private BoardStyles() {}

  static void addTo(Map<String, Style> all) {
    projects(all);
    tasks(all);
    nodes(all);
    upkeep(all);
  }

  private static void projects(Map<String, Style> all) {
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
                    .with(new Column("AUTO START", "auto_start", BoardStyles::autoStart))
                    .with(new Column("BUDGET", "budget_exceeded", BoardStyles::budget))
                    .with(new Column("REPOS", "repos", BoardStyles::paths)))
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
            .withArguments(Styles.ID_OF_TASK)
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
  }

  private static TableView tasks() {
    return TableView.of(
            "tasks",
            "No tasks here; add one with: baton task add PROJECT_ID TITLE",
            Styles.ID_OF_TASK,
            "status",
            UPDATED)
        .with(new Column("NO", "number", BoardStyles::number))
        .with(new Column("PRIORITY", "priority", BoardStyles::unusualPriority))
        .with(Column.of("labels"))
        .with(new Column("ATTEMPT", "attempt", BoardStyles::latestAttempt))
        .with(new Column("BUDGET", "budget_exceeded", BoardStyles::budget))
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

  private static void nodes(Map<String, Style> all) {
    all.put("list_nodes", Style.plain().withExamples("", "--json"));
    all.put(
        "drain_node",
        Style.plain().with(Extra.UNTIL_EMPTY).withExamples("build-1", "build-1 --no-wait"));
    all.put("resume_node", Style.plain().withExamples("build-1"));
    all.put("remove_node", Style.plain().withExamples("build-1"));
    all.put("move_attempt", Style.plain().withExamples(Styles.ATTEMPT, "ATTEMPT_ID --to build-1"));
    all.put(
        "set_project",
        Style.plain()
            .withExamples("shop --labels gpu,linux")
            .preparedBy(Preparation.separated("labels")));
  }

  private static void upkeep(Map<String, Style> all) {
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
        "list_notices",
        Style.shown(
                TableView.of(
                        "receivers",
                        "Nobody is told of what happens; add somebody below 'notify' in"
                            + " config.yaml",
                        "name",
                        "kind",
                        "state")
                    .with(new Column("SIGNED", "signed", BoardStyles::signed))
                    .with(Column.of("pending"))
                    .with(Column.of("delivered_at"))
                    .with(Column.of("given_up"))
                    .with(Column.of("problem")))
            .withExamples(""));
    all.put("test_notice", Style.plain().withExamples("phone"));
    all.put(
        "tail_events",
        Style.shown(
                TableView.of(
                    "events",
                    "Nothing of this kind has happened.",
                    "event_id",
                    "at",
                    "name",
                    Styles.ID_OF_TASK,
                    "data"))
            .withExamples(
                "--project-id shop", "--after-event 120 --wait-ms 45000", "--name attempt.state"));
  }
}
