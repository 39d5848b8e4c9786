package dev.baton.app.agents;

import static java.awt.image.BufferedImage.TYPE_INT_RGB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.NodeTools;
import dev.baton.mcp.protocol.Json;
import dev.baton.orchestrator.git.TestRepository;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The desk of a user who has one real agent and an account with our model: a home, a repository, a
 * server, and a project on its board. Not thread safe.
 */
final class Desk implements AutoCloseable {
  /** The name of a project whose repository may run what it names. */
  static final String TRUSTING = "trusting";

  /** A variant of the user. */
  static final String OWN_VARIANT = "OWN";

  /** The model of that variant. */
  static final String OWN_MODEL = "gemini-of-my-own";

  private static final Map<String, String> README = Map.of("README.md", "A demo\n");
  private static final int WAIT_MS = 45_000;

  /** How an image begins in what an agent sends. */
  static final String PNG_BEGINS = "iVBORw0KGgo";

  private static final List<String> FOREIGN =
      List.of("ANTHROPIC_", "CLAUDE", "OPENAI_", "CODEX_", "GEMINI_", "GOOGLE_", "XDG_", "AWS_");

  private final String executor;
  private final Optional<RealAgent> agent;
  private final Path directory;
  private final ModelServer model;
  private final Map<String, String> environment = new TreeMap<>();
  private final Baton baton;
  private final String project;

  Desk(RealAgent agent, Path directory) throws IOException, InterruptedException {
    this(Optional.of(agent), agent.executor(), Json.object(), directory);
  }

  /** The desk of a user with an agent of their own. */
  Desk(String executor, ObjectNode settings, Path directory)
      throws IOException, InterruptedException {
    this(Optional.empty(), executor, settings, directory);
  }

  /** The desk of a user who has configured a real agent under another name. */
  static Desk withOwn(RealAgent agent, String executor, Path directory)
      throws IOException, InterruptedException {
    var settings = Json.object().put("kind", "acp");
    settings.set("command", Json.strings(List.of(agent.program(), "--acp")));
    return new Desk(Optional.of(agent), executor, settings, directory);
  }

  private Desk(Optional<RealAgent> agent, String executor, ObjectNode settings, Path directory)
      throws IOException, InterruptedException {
    this.agent = agent;
    this.executor = executor;
    this.directory = directory;
    model = ModelServer.start();
    setEnvironment();
    if (agent.isPresent()) {
      install(agent.get(), settings);
    }
    TestRepository.make(repo(), README);
    configure(settings);
    baton = new Baton(directory.resolve("data"), environment);
    project = makeProject("demo", repo());
  }

  private void install(RealAgent real, ObjectNode settings)
      throws IOException, InterruptedException {
    real.install(NodeTools.installOrSkip("Tests with " + real), directory.resolve("bin"));
    var account = real.account(home(), model.url());
    if (executor.equals(real.executor())) {
      environment.putAll(account);
      addVariant(real, settings);
    } else {
      account.forEach(settings.withObject("/environment")::put);
    }
  }

  /** Makes a project of one repository and says its id. */
  String makeProject(String name, Path repository) throws IOException, InterruptedException {
    var repos = Json.object().put("name", name).put("allow_shared", true);
    repos.putArray("repos").addObject().put("path", repository.toString());
    return baton.call("create_project", repos).path("project_id").asString("");
  }

  /** What the user has set: the agent, and a project whose repository may run what it names. */
  private void configure(ObjectNode settings) throws IOException {
    var config = Json.object();
    config.putObject("projects").putObject(TRUSTING).put("hooks", true).put("mcp_servers", true);
    config.putObject("executors").set(executor, settings);
    RealAgent.write(directory.resolve("data/config.yaml"), config.toString());
  }

  private void addVariant(RealAgent real, ObjectNode settings) throws IOException {
    var variant =
        settings
            .putObject("variants")
            .putObject(OWN_VARIANT)
            .put("access", "full")
            .put("model", OWN_MODEL);
    variant.set("arguments", Json.strings(real.minding(Files.createDirectories(ownPlace()))));
    variant
        .putObject("environment")
        .put("FROM_VARIANT", "fish")
        // why: Claude Code lets the superuser do everything in a sandbox only
        .put("IS_SANDBOX", "1");
  }

  /** A place that the user's own variant tells the model of. */
  Path ownPlace() {
    return directory.resolve("own-place");
  }

  private void setEnvironment() throws IOException {
    System.getenv().keySet().stream()
        .filter(name -> FOREIGN.stream().anyMatch(name::startsWith))
        .forEach(name -> environment.put(name, ""));
    Files.createDirectories(home());
    environment.put("HOME", home().toString());
    environment.put("PATH", directory.resolve("bin") + ":" + System.getenv("PATH"));
  }

  /** A second repository with these files. */
  Path makeRepository(String name, Map<String, String> files)
      throws IOException, InterruptedException {
    var place = directory.resolve(name);
    TestRepository.make(place, README);
    commit(place, files);
    return place;
  }

  /** Commits files in a repository's own checkout. */
  static void commit(Path place, Map<String, String> files)
      throws IOException, InterruptedException {
    for (var file : files.entrySet()) {
      RealAgent.write(place.resolve(file.getKey()), file.getValue());
    }
    TestRepository.git(place, "add", "-A", "-f");
    TestRepository.git(place, "commit", "-q", "-m", "Add files");
  }

  /** The id of its project. */
  String project() {
    return project;
  }

  Path repo() {
    return directory.resolve("repo");
  }

  Path home() {
    return directory.resolve("home");
  }

  Path directory() {
    return directory;
  }

  ModelServer model() {
    return model;
  }

  Baton baton() {
    return baton;
  }

  Map<String, String> environment() {
    return environment;
  }

  /** The version that npm installed. */
  String version() throws IOException, InterruptedException {
    return agent.orElseThrow().version(NodeTools.installOrSkip("Tests with " + executor));
  }

  /** Starts an attempt at a new task and says which. */
  String start(String variant, String prompt) throws IOException, InterruptedException {
    return start(project, variant, prompt);
  }

  String start(String projectId, String variant, String prompt)
      throws IOException, InterruptedException {
    var task =
        baton.call(
            "create_task", Json.object().put("project_id", projectId).put("title", "A task"));
    var attempt =
        Json.object()
            .put("task_id", task.path("task_id").asString(""))
            .put("executor", executor)
            .put("variant", variant)
            .put("prompt", prompt);
    return baton.call("start_task_attempt", attempt).path("attempt_id").asString("");
  }

  /** Starts an attempt at a new task that has an image. */
  String startWithImage(String prompt) throws IOException {
    var bytes = new ByteArrayOutputStream();
    assertThat(ImageIO.write(new BufferedImage(40, 40, TYPE_INT_RGB), "png", bytes)).isTrue();
    var task = Json.object().put("project_id", project).put("title", "See it");
    task.putArray("images")
        .addObject()
        .put("data", Base64.getEncoder().encodeToString(bytes.toByteArray()));
    var attempt =
        Json.object()
            .put("task_id", baton.call("create_task", task).path("task_id").asString(""))
            .put("executor", executor)
            .put("prompt", prompt);
    return baton.call("start_task_attempt", attempt).path("attempt_id").asString("");
  }

  JsonNode followUp(String attempt, String prompt) throws IOException, InterruptedException {
    return baton.tryCall("follow_up", message(attempt, prompt));
  }

  JsonNode followUp(String attempt, String variant, String prompt)
      throws IOException, InterruptedException {
    return baton.tryCall("follow_up", message(attempt, prompt).put("variant", variant));
  }

  private static ObjectNode message(String attempt, String prompt) {
    return of(attempt).put("action", "send").put("prompt", prompt);
  }

  static ObjectNode of(String attempt) {
    return Json.object().put("attempt_id", attempt);
  }

  /** The status when it no longer runs. */
  JsonNode awaitEnd(String attempt) throws IOException, InterruptedException {
    var end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
    JsonNode status;
    do {
      status =
          baton.call(
              "get_attempt_status",
              of(attempt).put("wait_ms", WAIT_MS).put("since_state", "running"));
    } while (status.path("state").asString("").equals("running") && System.nanoTime() < end);
    assertThat(status.path("state").asString("")).as(story(attempt)).isNotEqualTo("running");
    return status;
  }

  /** Waits for the end, which must be a good one. */
  JsonNode awaitSuccess(String attempt) throws IOException, InterruptedException {
    var status = awaitEnd(attempt);
    assertThat(status.path("state").asString(""))
        .as("%s\n%s", status, story(attempt))
        .isEqualTo("completed");
    return status;
  }

  String awaitFailure(String attempt) throws IOException, InterruptedException {
    var status = awaitEnd(attempt);
    assertThat(status.path("state").asString(""))
        .as("%s\n%s", status, story(attempt))
        .isEqualTo("failed");
    return status.path("failure_summary").asString("");
  }

  /** What an agent wants to know from the user, when it asks. */
  JsonNode awaitQuestion(String attempt) throws IOException, InterruptedException {
    var status = baton.call("get_attempt_status", of(attempt));
    if (status.path("pending_approvals").isEmpty()) {
      status =
          baton.call(
              "get_attempt_status",
              of(attempt).put("wait_ms", WAIT_MS).put("since_state", "running"));
    }
    assertThat(status.path("pending_approvals").size())
        .as("%s\n%s", status, story(attempt))
        .isEqualTo(1);
    return status.path("pending_approvals").get(0);
  }

  void approve(JsonNode question) throws IOException, InterruptedException {
    baton.call("respond_approval", answer(question, "approve"));
  }

  void deny(JsonNode question, String reason) throws IOException, InterruptedException {
    baton.call("respond_approval", answer(question, "deny").put("reason", reason));
  }

  private static ObjectNode answer(JsonNode question, String decision) {
    return Json.object()
        .put("approval_id", question.path("approval_id").asString(""))
        .put("decision", decision);
  }

  /** Paths that the attempt has changed. */
  List<String> changed(String attempt) throws IOException, InterruptedException {
    return baton
        .call("get_attempt_changes", of(attempt))
        .path("files")
        .valueStream()
        .map(file -> file.path("path").asString(""))
        .toList();
  }

  /** What the agent said. */
  String words(String attempt) throws IOException, InterruptedException {
    return baton
        .call("tail_session_messages", of(attempt))
        .path("messages")
        .valueStream()
        .filter(message -> message.path("role").asString("").equals("assistant"))
        .map(message -> message.path("content").asString(""))
        .collect(Collectors.joining("\n"));
  }

  /** All that the agent's program printed, for people who wonder why a test failed. */
  String story(String attempt) throws IOException, InterruptedException {
    var logs = baton.call("tail_attempt_logs", of(attempt).put("channel", "raw").put("limit", 200));
    return logs.path("entries")
        .valueStream()
        .map(entry -> entry.path("content").asString(""))
        .collect(Collectors.joining("\n"));
  }

  @Override
  public void close() throws IOException {
    baton.close();
    model.close();
  }
}
