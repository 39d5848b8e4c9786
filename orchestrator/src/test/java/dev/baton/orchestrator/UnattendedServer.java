package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;

import dev.baton.orchestrator.attempt.AttemptRules.TimeLimits;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.board.BoardTaskOrder;
import dev.baton.orchestrator.board.BoardTaskOverview;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.notice.NoticeSetup;
import dev.baton.orchestrator.notice.Receiver;
import dev.baton.orchestrator.notice.Topic;
import dev.baton.orchestrator.notice.Webhook;
import dev.baton.orchestrator.notice.WebhookFormat;
import dev.baton.orchestrator.page.PageLimit;
import dev.baton.orchestrator.page.PageRequest;
import dev.baton.orchestrator.page.PageView;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board.BoardTaskQuery;
import dev.baton.orchestrator.planning.BoardTaskChange;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server in a process of its own whose board runs by itself. It also does what a person does:
 * whatever was finished is done, and a project that has paused goes on.
 */
final class UnattendedServer {
  static final String READY = "ready";
  static final String AT_END = "at end";

  /** What the receiver wants to hear of. */
  static final List<String> TOPICS =
      List.of("attempt.created", "attempt.state", "attempt.needs_input", "turn.ended");

  private UnattendedServer() {}

  static List<String> line(Path directory, String address, URI hook) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"),
        UnattendedServer.class.getName(),
        directory.toString(),
        address,
        hook.toString());
  }

  static OrchestratorSetup settings(OrchestratorSetup setup, URI hook) {
    var channel =
        new Webhook(
            WebhookFormat.WEBHOOK,
            hook,
            Optional.of("key"),
            Optional.empty(),
            Set.of("127.0.0.1"),
            Duration.ofSeconds(5));
    var receiver =
        new Receiver(
            "hook",
            TOPICS.stream().flatMap(word -> Topic.find(word).stream()).toList(),
            Set.of(),
            channel);
    return setup
        .withNotices(
            new NoticeSetup(
                List.of(receiver),
                Duration.ofMillis(20),
                Duration.ofMillis(200),
                Duration.ofDays(1)))
        .withRules(
            setup
                .rules()
                .withTimes(
                    new TimeLimits(
                        Optional.empty(),
                        Optional.of(Duration.ofSeconds(3)),
                        Optional.of(Duration.ofSeconds(1)))));
  }

  public static void main(String[] arguments) throws Exception {
    var output = new PrintStream(System.out, true);
    var hook = URI.create(arguments[2]);
    try (var baton =
        TestBaton.again(Path.of(arguments[0]), arguments[1], setup -> settings(setup, hook))) {
      output.println(READY);
      while (true) {
        if (isAtEnd(baton)) {
          output.println(AT_END);
        }
        TimeUnit.MILLISECONDS.sleep(100);
        attend(baton.orchestrator());
      }
    }
  }

  static List<BoardTaskOverview> tasks(Orchestrator orchestrator) {
    return orchestrator
        .board()
        .listTasks(
            new BoardTaskQuery(
                BoardTaskFilter.ALL,
                BoardTaskOrder.POSITION,
                PageRequest.first(PageLimit.items(1000))),
            PageView.<BoardTaskOverview>plain())
        .items();
  }

  private static void attend(Orchestrator orchestrator) {
    tasks(orchestrator).stream()
        .map(BoardTaskOverview::task)
        .filter(task -> isFinished(orchestrator, task))
        .forEach(
            task ->
                orchestrator
                    .board()
                    .changeTask(BoardTaskChange.of(task.id()).withStatus(BoardTaskStatus.DONE)));
    orchestrator
        .autoStarts()
        .listPaused()
        .forEach(
            project ->
                orchestrator
                    .autoStarts()
                    .change(
                        new PullChange(
                            project.project().id(), Optional.empty(), Optional.of(false))));
  }

  private static boolean isFinished(Orchestrator orchestrator, BoardTask task) {
    return task.status() != BoardTaskStatus.DONE
        && orchestrator.attempts().list(task.id()).stream()
            .anyMatch(attempt -> attempt.state() == AttemptState.Name.COMPLETED);
  }

  /** Nothing runs, nothing can begin, and everybody was told. */
  private static boolean isAtEnd(TestBaton baton) {
    var orchestrator = baton.orchestrator();
    var all = tasks(orchestrator);
    var isQuiet =
        all.stream()
            .allMatch(
                it ->
                    it.task().status() == BoardTaskStatus.DONE
                        || !it.openBlockers().isEmpty()
                        || hasFailed(orchestrator, it.task()));
    return isQuiet
        && orchestrator.notices().list().stream().allMatch(it -> it.pending() == 0)
        && Stream.of(AttemptState.Name.RUNNING, AttemptState.Name.IDLE)
            .allMatch(
                state -> orchestrator.board().counts().attempts().getOrDefault(state, 0L) == 0);
  }

  private static boolean hasFailed(Orchestrator orchestrator, BoardTask task) {
    return orchestrator.attempts().list(task.id()).stream()
        .anyMatch(attempt -> attempt.state() == AttemptState.Name.FAILED);
  }

  static Pull pull() {
    return new Pull(4, FAKE, Optional.of("APPROVALS"), List.of());
  }
}
