package dev.baton.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A task with an attempt and its turns. Each agent keeps a diary outside of its workspace, in which
 * it writes each step after it was done; so two agents of one turn would write steps twice.
 */
final class Piece {
  private static final String END = "end";

  private final String title;
  private final String task;
  private final Path diaries;
  private final int steps;
  private final List<String> turns = new ArrayList<>();
  private final Instant since = Instant.now();
  private String attempt = "";

  /** Where what agents could write can be seen, if their disk was full. */
  private Optional<Path> workspace = Optional.empty();

  private boolean hasFailed;

  private Piece(String title, String task, Path diaries, int steps) {
    this.title = title;
    this.task = task;
    this.diaries = diaries;
    this.steps = steps;
  }

  /** Makes a task and starts an attempt; both are acknowledged when it returns. */
  static Piece start(BoardCalls calls, String project, String title, Path diaries, int steps) {
    var task =
        calls
            .acknowledged(
                "create_task", Json.object().put("project_id", project).put("title", title))
            .path("task_id")
            .asString();
    var piece = new Piece(title, task, diaries, steps);
    piece.attempt =
        calls
            .acknowledged(
                "start_task_attempt",
                Json.object()
                    .put("task_id", task)
                    .put("executor", "FAKE_AGENT")
                    .put("prompt", piece.script(title + "-1")))
            .path("attempt_id")
            .asString();
    return piece;
  }

  /** Tells the agent more, which is queued while it runs. */
  void followUp(BoardCalls calls) {
    var _ =
        calls.acknowledged(
            "follow_up",
            Json.object()
                .put("action", "queue")
                .put("attempt_id", attempt)
                .put("prompt", script(title + "-2")));
  }

  private String script(String turn) {
    turns.add(turn);
    var diary = diaries.resolve(turn);
    var lines = new ArrayList<String>();
    for (int step = 1; step <= steps; step++) {
      lines.add("say " + line(turn, step));
      lines.add("write %s.txt %s".formatted(line(turn, step), content(turn, step)));
      lines.add("append %s %d".formatted(diary, step));
      lines.add("sleep 0.4");
      if (step == steps / 2) {
        lines.add("commit half of " + turn);
      }
    }
    lines.add("append %s %s".formatted(diary, END));
    return String.join("\n", lines);
  }

  private static String line(String turn, int step) {
    return turn + "-" + step;
  }

  private static String content(String turn, int step) {
    return "what %s wrote in step %d".formatted(turn, step);
  }

  String attempt() {
    return attempt;
  }

  private List<String> diary(String turn) {
    try {
      var file = diaries.resolve(turn);
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether an agent has begun and not all have ended. */
  boolean isUnderWay() {
    return !diary(turns.getFirst()).isEmpty() && !diary(turns.getLast()).contains(END);
  }

  /** When it was asked for. */
  Instant since() {
    return since;
  }

  /** Whether its workspace is on this node. */
  boolean isOn(ClusterNode node, ObjectNode status) {
    return Path.of(status.path("workspace_path").asString("")).startsWith(node.home());
  }

  /** Takes note that the disk was full: agents go on after that, or fail. */
  void noteFullDisk(ObjectNode status) {
    workspace = Optional.of(Path.of(status.path("workspace_path").asString("")));
    hasFailed = status.path("state").asString("").equals("failed");
  }

  ObjectNode status(BoardCalls calls) {
    return calls.insist("get_attempt_status", Json.object().put("attempt_id", attempt));
  }

  /** No step was done twice, so that no two agents lived in one turn. */
  void verifyAgents() {
    for (var turn : turns) {
      assertThat(diary(turn)).as("what the agents of turn %s did", turn).isEqualTo(expected(turn));
    }
  }

  private List<String> expected(String turn) {
    var all = new ArrayList<>(IntStream.rangeClosed(1, steps).mapToObj(String::valueOf).toList());
    all.add(END);
    return all.subList(0, Math.min(all.size(), diary(turn).size()));
  }

  /** Whatever was acknowledged is there, at every server, and every line is once and in order. */
  void verifyBoard(BoardCalls calls) throws InterruptedException {
    var question = Json.object().put("task_id", task);
    // why first: of servers that are all away at this moment nobody learns anything
    assertThat(calls.insist("get_task", question).toString()).contains(title);
    for (var known : calls.everywhere("get_task", question).entrySet()) {
      assertThat(known.getValue().toString()).as("%s", known.getKey()).contains(title);
    }
    var messages =
        calls.insist(
            "tail_session_messages",
            Json.object().put("attempt_id", attempt).put("after_message_index", -1));
    for (var turn : turns) {
      var lines = IntStream.rangeClosed(1, steps).mapToObj(step -> line(turn, step)).toList();
      var heard =
          said(messages, "assistant").stream().filter(it -> it.startsWith(turn + "-")).toList();
      assertThat(heard)
          .as("lines of turn %s of attempt %s", turn, attempt)
          .isEqualTo(hasFailed ? lines.subList(0, heard.size()) : lines);
      if (!hasFailed) {
        assertThat(
                said(messages, "user").stream().filter(it -> it.contains("say " + turn + "-1\n")))
            .as("the prompt of turn %s of attempt %s", turn, attempt)
            .hasSize(1);
      }
    }
  }

  private static List<String> said(JsonNode messages, String role) {
    return StreamSupport.stream(messages.path("messages").spliterator(), false)
        .filter(message -> message.path("role").asString("").equals(role))
        .map(message -> message.path("content").asString(""))
        .toList();
  }

  /** What its agents wrote and is not among these objects. */
  List<String> missing(Set<String> objects) {
    return turns.stream()
        .flatMap(
            turn ->
                IntStream.rangeClosed(1, Math.min(steps, diary(turn).size()))
                    .filter(step -> isWritten(turn, step))
                    .filter(step -> !objects.contains(blob(content(turn, step) + "\n")))
                    .mapToObj(step -> line(turn, step)))
        .toList();
  }

  /** On a full disk agents write what is not there. */
  private boolean isWritten(String turn, int step) {
    if (workspace.isEmpty()) {
      return true;
    }
    var name = line(turn, step) + ".txt";
    try (var found = Files.find(workspace.get(), 3, (file, _) -> file.endsWith(name))) {
      var file = found.findFirst();
      return file.isPresent() && Files.readString(file.get()).equals(content(turn, step) + "\n");
    } catch (IOException e) {
      return false;
    }
  }

  /** The name that git gives to a content. */
  private static String blob(String content) {
    var bytes = content.getBytes(StandardCharsets.UTF_8);
    try {
      var digest = MessageDigest.getInstance("SHA-1");
      digest.update("blob %d\0".formatted(bytes.length).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest.digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return "%s (attempt %s)".formatted(title, attempt);
  }
}
