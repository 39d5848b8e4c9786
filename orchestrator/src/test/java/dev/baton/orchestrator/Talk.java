package dev.baton.orchestrator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.attempt.AttemptOverview;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.review.AttemptWork.FileQuery;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * One attempt as somebody sees it who talks to servers that die: each message has a key, and is
 * repeated until it is answered; the next one comes after the answer.
 */
final class Talk {
  private static final Pattern KEY = Pattern.compile("say done (\\S+)");
  private static final int LINES = 25;

  private final String name;
  private final UUID task;
  private final Random random;
  private final int most;
  private final List<String> keys = new ArrayList<>();
  private Optional<List<String>> pending = Optional.empty();
  private Optional<UUID> attempt = Optional.empty();
  private int drained;

  Talk(String name, UUID task, Random random, int most) {
    this.name = name;
    this.task = task;
    this.random = random;
    this.most = most;
  }

  /** What to ask now: what was not answered yet, else perhaps something new. */
  Optional<String> ask() {
    if (pending.isEmpty() && keys.size() < most && random.nextInt(3) > 0) {
      var key = name + "-" + keys.size();
      keys.add(key);
      pending = Optional.of(command(key));
    }
    return pending.map(words -> String.join("\t", words));
  }

  private List<String> command(String key) {
    var script =
        "append turns.txt %s|lines %d|sleep 0.%03d|lines %d|say done %s"
            .formatted(key, LINES, random.nextInt(250), LINES, key);
    return attempt
        .map(id -> List.of("queue", key, id.toString(), script))
        .orElseGet(() -> List.of("start", key, task.toString(), script));
  }

  /** Takes an answer that may be for another one; true if it was for this one, and good. */
  boolean hear(String line) {
    var words = line.split("\t", 3);
    if (pending.filter(command -> command.get(1).equals(words[0])).isEmpty()) {
      return false;
    }
    if (words[1].equals("ok")) {
      accept(UUID.fromString(words[2]));
      return true;
    }
    assertThat(words[2]).as("%s: %s", pending, line).startsWith("idempotency_in_progress");
    return false;
  }

  private void accept(UUID id) {
    assertThat(attempt.orElse(id))
        .as("%s was answered with another attempt", pending)
        .isEqualTo(id);
    attempt = Optional.of(id);
    pending = Optional.empty();
  }

  /** Asks for the last time, and waits until the agent has heard everything. */
  void finish(TestBaton baton) {
    pending.ifPresent(command -> accept(KilledServer.obey(baton, command)));
    attempt.ifPresent(
        id ->
            Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> isAtRest(baton, id)));
  }

  /** A killed agent holds the queue, which goes on with the next message. */
  private boolean isAtRest(TestBaton baton, UUID id) {
    var status = baton.status(id);
    if (!(status.attempt().state() instanceof AttemptState.AtRest)) {
      return false;
    }
    if (status.queueLength() == 0) {
      return true;
    }
    assertThat(status.isQueueHeld()).as("%s", status).isTrue();
    var key = "%s-drain-%d".formatted(name, drained++);
    baton.orchestrator().followUps().queue(TestBaton.caller(key), TestBaton.to(id, "say drained"));
    return false;
  }

  /** All that was answered is true, and all that was asked for happened once and in order. */
  void verify(TestBaton baton, Path directory) throws IOException {
    assertThat(baton.orchestrator().attempts().list(task))
        .extracting(AttemptOverview::attemptId)
        .isEqualTo(attempt.stream().toList());
    if (attempt.isEmpty()) {
      return;
    }
    var id = attempt.get();
    assertThat(heard(baton, id)).as("messages in order, each once").isEqualTo(keys);
    var turns = turns(baton, id);
    assertThat(turns).as("no agent ran twice").doesNotHaveDuplicates().isSubsetOf(keys);
    // why not all: an agent may have been killed before it wrote anything
    assertThat(keys.stream().filter(turns::contains))
        .as("in order")
        .containsExactlyElementsOf(turns);
    assertLinesOnce(baton, id, directory);
  }

  private static List<String> heard(TestBaton baton, UUID id) {
    return baton.messages(id, Role.USER).stream()
        .flatMap(text -> KEY.matcher(text).results().map(found -> found.group(1)))
        .toList();
  }

  /** What the agents themselves noted in their worktree. */
  private static List<String> turns(TestBaton baton, UUID id) {
    var query =
        new FileQuery(
            id,
            "turns.txt",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    return baton.orchestrator().work().file(query).content().lines().toList();
  }

  /** What is in the log is what the programs wrote into their files. */
  private static void assertLinesOnce(TestBaton baton, UUID id, Path directory) throws IOException {
    var entries = baton.log(id, LogChannel.RAW);
    for (long index = 0; index < entries.size(); index++) {
      assertThat(entries.get((int) index).index()).isEqualTo(index);
    }
    var logged = entries.stream().collect(Collectors.groupingBy(LogEntry::processId));
    var runs = directory.resolve("data/runs").resolve(id.toString());
    try (var processes = Files.list(runs)) {
      for (var run : processes.toList()) {
        var process = UUID.fromString(run.getFileName().toString());
        var lines =
            logged.getOrDefault(process, List.of()).stream()
                .filter(entry -> entry.type().equals("stdout"))
                .map(LogEntry::content)
                .toList();
        var file = run.resolve("stdout");
        assertThat(lines)
            .as("lines of %s", run)
            .isEqualTo(Files.exists(file) ? Files.readAllLines(file) : List.of());
      }
    }
  }
}
