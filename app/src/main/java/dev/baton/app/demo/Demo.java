package dev.baton.app.demo;

import dev.baton.app.client.McpClient;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The loop that Baton is for, as an MCP client goes through it: a task, two attempts, an approval,
 * a follow-up, a merge. The agent is the scripted one, whose prompts are scripts. Run by one
 * thread; another may stop it.
 */
public final class Demo {
  static final String AGENT = "FAKE_AGENT";

  private static final String CAREFUL =
      """
      think The script greets nobody in particular. It should take a name.
      sleep 0.4
      write greet.sh #!/bin/sh
      append greet.sh echo "Hello, ${1:-world}"
      sleep 0.4
      ask Run greet.sh to see that it works
      say It works: Hello, Ada
      write README.md Usage: sh greet.sh [NAME]
      say Done: greet.sh takes a name, and README.md says how.""";

  private static final String HASTY =
      """
      append greet.sh echo "Hello, $USER"
      say Done.""";

  private static final String MORE =
      """
      append greet.sh echo "Goodbye, ${1:-world}"
      say Now it says goodbye, too.""";

  private final McpClient baton;
  private final DemoPlace place;
  private final Stage stage;
  private final boolean isKept;
  private final List<String> started = new CopyOnWriteArrayList<>();

  /**
   * A demonstration.
   *
   * @param isKept if its board can be looked at afterwards
   */
  public Demo(McpClient baton, DemoPlace place, Stage stage, boolean isKept) {
    this.baton = baton;
    this.place = place;
    this.stage = stage;
    this.isKept = isKept;
  }

  /** Tells the whole story. */
  public void run() throws IOException, InterruptedException {
    stage.title("Baton: one task, two agents, one merge");
    stage.say("Everything happens in " + place.directory() + ". The agent is a scripted one that");
    stage.say("comes with Baton and needs no account.");
    var project = addProject();
    var task = addTask(project);
    stage.act(
        "Two agents try it at once, each in a git worktree of its own",
        "start_task_attempt",
        "baton attempt start");
    var careful = start(task, "APPROVALS", CAREFUL, "careful");
    var hasty = start(task, "DEFAULT", HASTY, "hasty");
    var log = new LiveLog(baton, stage, careful);
    watch(log);
    await(hasty);
    compare(careful, hasty);
    followUp(careful, log);
    merge(careful, hasty);
    new WorkflowAct(baton, stage).tell(project);
    showTheEnd();
    if (isKept) {
      new SampleTasks(baton).addTo(project);
    }
  }

  private String addProject() throws IOException, InterruptedException {
    stage.act("A project is a set of git repositories", "create_project", "baton project add");
    var request = Json.object().put("name", "greeter");
    request.putArray("repos").addObject().put("path", place.repository().toString());
    var project = baton.call("create_project", request);
    stage.line("project", project.path("name").asString(""));
    project
        .path("repos")
        .forEach(
            repo ->
                stage.line(
                    "repo",
                    "%s, branch %s"
                        .formatted(
                            repo.path("path").asString(""),
                            repo.path("default_branch").asString(""))));
    return project.path("project_id").asString("");
  }

  private String addTask(String project) throws IOException, InterruptedException {
    stage.act("A task says what is wanted", "create_task", "baton task add");
    var task =
        baton.call(
            "create_task",
            Json.object()
                .put("project_id", project)
                .put("title", "Greet people by name")
                .put("description", "greet.sh should take a name."));
    stage.line("task", task.path("title").asString(""));
    stage.line("status", task.path("status").asString(""));
    return task.path("task_id").asString("");
  }

  private String start(String task, String variant, String script, String label)
      throws IOException, InterruptedException {
    var attempt =
        baton.call(
            "start_task_attempt",
            Json.object()
                .put("task_id", task)
                .put("executor", AGENT)
                .put("variant", variant)
                .put("prompt", script));
    stage.line(
        label,
        "%s on branch %s"
            .formatted(
                attempt.path("state").asString(""), attempt.path("workspace_branch").asString("")));
    var id = attempt.path("attempt_id").asString("");
    started.add(id);
    return id;
  }

  private void watch(LiveLog log) throws IOException, InterruptedException {
    stage.act("Watch the careful one live", "tail_attempt_logs", "baton attempt logs --follow");
    var status = log.follow();
    stage.act(
        "It asks before it runs something, and waits for a person",
        "get_attempt_status, respond_approval",
        "baton approvals respond");
    for (var approval : status.path("pending_approvals")) {
      stage.line("question", approval.path("summary").asString(""));
      baton.call(
          "respond_approval",
          Json.object()
              .put("approval_id", approval.path("approval_id").asString(""))
              .put("decision", "approve"));
      stage.line("answer", "approve");
    }
    log.follow();
  }

  private void await(String attempt) throws IOException, InterruptedException {
    baton.call(
        "get_attempt_status", about(attempt).put("wait_ms", 45_000).put("since_state", "running"));
  }

  private void compare(String careful, String hasty) throws IOException, InterruptedException {
    stage.act("Compare what they made", "get_attempt_changes", "baton attempt changes");
    tellChanges("careful", careful);
    tellChanges("hasty", hasty);
  }

  private void tellChanges(String label, String attempt) throws IOException, InterruptedException {
    var changes = baton.call("get_attempt_changes", about(attempt));
    for (var file : changes.path("files")) {
      stage.line(
          label,
          "%-10s %-10s +%d -%d"
              .formatted(
                  file.path("path").asString(""),
                  file.path("status").asString(""),
                  file.path("added").asInt(0),
                  file.path("deleted").asInt(0)));
    }
  }

  private void followUp(String attempt, LiveLog log) throws IOException, InterruptedException {
    stage.act(
        "Ask the careful one for more, in the same conversation", "follow_up", "baton follow-up");
    stage.line("you", "Say goodbye, too.");
    baton.call("follow_up", about(attempt).put("action", "send").put("prompt", MORE));
    log.follow();
  }

  private void merge(String kept, String dropped) throws IOException, InterruptedException {
    stage.act(
        "Merge the one, delete the other", "merge_attempt, delete_attempt", "baton attempt merge");
    var merged = baton.call("merge_attempt", about(kept));
    merged.path("merges").forEach(this::tellMerge);
    stage.line("task", merged.path("task_status").asString(""));
    var deleted = baton.call("delete_attempt", about(dropped));
    deleted
        .path("kept_refs")
        .forEach(ref -> stage.line("kept", "its work stays at " + ref.asString("")));
    started.clear();
  }

  private void tellMerge(JsonNode merge) {
    stage.line(
        "merged",
        "into %s of %s as %.8s"
            .formatted(
                merge.path("target_branch").asString(""),
                merge.path("repo_name").asString(""),
                merge.path("commit").asString("")));
  }

  private void showTheEnd() throws IOException, InterruptedException {
    stage.act("This is now in the repository", "get_attempt_patch", "git show main");
    place.newestCommit().forEach(stage::patchLine);
  }

  private static ObjectNode about(String attempt) {
    return Json.object().put("attempt_id", attempt);
  }

  /** Ends what still runs, if the story was left before its end. */
  public void stop() throws IOException, InterruptedException {
    for (var attempt : started) {
      baton.call("stop_attempt", about(attempt).put("force", true));
    }
  }
}
