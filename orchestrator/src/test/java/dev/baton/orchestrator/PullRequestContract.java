package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static dev.baton.orchestrator.TestBaton.to;
import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.server.McpServer;
import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.mcp.transport.MemoryClient;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.EventFilter;
import dev.baton.orchestrator.board.EventName;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.forge.PullRequest.PullRequestChecks;
import dev.baton.orchestrator.forge.PullRequest.PullRequestState;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.NewPullRequest;
import dev.baton.orchestrator.shipping.AttemptPullRequests.PushRequest;
import dev.baton.orchestrator.tools.Operation;
import dev.baton.orchestrator.tools.Operations;
import dev.baton.orchestrator.transcript.SessionMessage;
import dev.baton.task.TaskOwner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** How work is pushed and proposed, with a real push and a stand-in of gh, on any database. */
abstract class PullRequestContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private TestForge gh;
  private TestBaton baton;
  private Path bare;

  PullRequestContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    gh = TestForge.of(directory.resolve("bin"), "gh");
    baton =
        TestBaton.in(
            directory,
            databases.newAddress(),
            setup -> setup.withForges(gh.forges()).withClock(clock()));
    bare = TestForge.remote(baton.repository(), TestForge.GITHUB);
  }

  private Clock clock() {
    InstantSource source = () -> Instant.now().plus(ahead.get());
    return source.withZone(ZoneOffset.UTC);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private UUID ended(String... script) {
    var started = baton.start(script);
    baton.awaitEnd(started.attemptId());
    return started.attemptId();
  }

  private void goOn(UUID attempt, String script) {
    baton.orchestrator().followUps().send(caller(), to(attempt, script));
    baton.awaitEnd(attempt);
  }

  private String branch(UUID attempt) {
    return baton.status(attempt).attempt().branch();
  }

  private BoardTaskStatus taskStatus(UUID attempt) {
    var task = baton.status(attempt).attempt().taskId();
    return baton.orchestrator().board().loadTask(task).task().status();
  }

  private static NewPullRequest usual(UUID attempt) {
    return new NewPullRequest(
        new PushRequest(attempt, Optional.empty()), Optional.empty(), Optional.empty(), false);
  }

  private RepoPullRequest create(UUID attempt) {
    return baton.orchestrator().pullRequests().create(usual(attempt)).getFirst();
  }

  private RepoPullRequest push(UUID attempt) {
    return baton
        .orchestrator()
        .pullRequests()
        .push(new PushRequest(attempt, Optional.empty()))
        .getFirst();
  }

  private RepoPullRequest look(UUID attempt) {
    return baton.orchestrator().pullRequestWatch().look(attempt).pullRequests().getFirst();
  }

  /** Has the tools of models. */
  private McpServer server() {
    var builder = McpServer.named("test", "1");
    Operations.of(baton.orchestrator()).stream()
        .filter(Operation::isTool)
        .forEach(operation -> builder.tool(operation.tool()));
    return builder.build();
  }

  private static ToolFailure failure(Callable<?> work) {
    try {
      work.call();
    } catch (ToolFailure e) {
      return e;
    } catch (Exception e) {
      throw new AssertionError("Something else failed", e);
    }
    throw new AssertionError("Nothing failed");
  }

  @Test
  void work_is_pushed_and_proposed_into_its_target_with_the_words_of_the_task() throws Exception {
    var attempt = ended("write a.txt one");
    Files.writeString(baton.status(attempt).workspacePath().resolve("late.txt"), "late\n");

    var made = create(attempt);

    assertThat(made.state()).isEqualTo(PullRequestState.OPEN);
    assertThat(made.pullRequest().orElseThrow().number()).isEqualTo(128);
    assertThat(made.pullRequest().orElseThrow().url())
        .hasToString("https://github.com/acme/shop/pull/128");
    assertThat(made.host()).isEqualTo("github.com");
    assertThat(made.targetBranch()).isEqualTo("main");
    assertThat(gh.text("title")).isEqualTo("Do something");
    assertThat(gh.text("head")).isEqualTo(branch(attempt));
    assertThat(git(bare, "show", branch(attempt) + ":a.txt")).isEqualTo("one");
    assertThat(git(bare, "show", branch(attempt) + ":late.txt")).isEqualTo("late");
    assertThat(baton.status(attempt).standing().pullRequests()).containsExactly(made);
  }

  @Test
  void what_is_said_of_it_and_that_it_is_a_draft_reaches_the_forge() throws Exception {
    var attempt = ended("write a.txt one");

    var made =
        baton
            .orchestrator()
            .pullRequests()
            .create(
                new NewPullRequest(
                    new PushRequest(attempt, Optional.empty()),
                    Optional.of("--draft is \"no\" option"),
                    Optional.of("Why\n\n`$(touch x)`"),
                    true));

    assertThat(made.getFirst().state()).isEqualTo(PullRequestState.DRAFT);
    assertThat(gh.text("title")).isEqualTo("--draft is \"no\" option");
    assertThat(gh.text("body")).isEqualTo("Why\n\n`$(touch x)`");
  }

  @Test
  void a_second_call_finds_the_first_pull_request_and_pushes_what_is_new() throws Exception {
    var attempt = ended("write a.txt one");
    var first = create(attempt);
    goOn(attempt, "write b.txt two");

    var second = create(attempt);

    assertThat(second.pullRequest()).isEqualTo(first.pullRequest());
    assertThat(gh.count("pr create")).isEqualTo(1);
    assertThat(git(bare, "show", branch(attempt) + ":b.txt")).isEqualTo("two");
  }

  @Test
  void two_callers_at_once_make_one() throws Exception {
    var attempt = ended("write a.txt one");
    try (var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      Callable<Object> call =
          () -> {
            try {
              return create(attempt);
            } catch (ToolFailure e) {
              return e.code();
            }
          };
      for (var answer : callers.invokeAll(List.of(call, call, call))) {
        assertThat(answer.get()).isInstanceOfAny(RepoPullRequest.class, FailureCode.class);
      }
    }
    assertThat(gh.count("pr create")).isEqualTo(1);
    assertThat(create(attempt).pullRequest().orElseThrow().number()).isEqualTo(128);
  }

  @Test
  void who_is_not_logged_in_is_told_how_and_nothing_is_pushed() throws Exception {
    var attempt = ended("write a.txt one");
    gh.remove("login");

    var failure = failure(() -> create(attempt));

    assertThat(failure.code()).isEqualTo(BoardFailureCode.FORGE_UNAVAILABLE);
    assertThat(failure.hint()).contains("gh auth login --hostname github.com");
    assertThat(git(bare, "branch", "--list", branch(attempt))).isEmpty();
    assertThat(push(attempt).state()).isEqualTo(PullRequestState.NONE);
    assertThat(git(bare, "branch", "--list", branch(attempt))).isNotEmpty();
  }

  @Test
  void a_missing_program_is_named() throws Exception {
    var attempt = ended("write a.txt one");
    gh.remove("gh");

    assertThatThrownBy(() -> create(attempt)).hasMessageContaining("gh was not found on PATH");
  }

  @Test
  void a_forge_that_fails_after_the_push_says_that_the_branch_is_there() throws Exception {
    var attempt = ended("write a.txt one");
    gh.put("broken", "");

    var failure = failure(() -> create(attempt));

    assertThat(failure)
        .hasMessageContaining("was pushed to remote 'origin', but there is no pull request")
        .hasMessageContaining("502");
    gh.remove("broken");
    assertThat(create(attempt).state()).isEqualTo(PullRequestState.OPEN);
    assertThat(gh.count("pr create")).isEqualTo(2);
  }

  @Test
  void one_that_was_made_by_a_call_that_was_cut_short_is_found_again() throws Exception {
    var attempt = ended("write a.txt one");
    gh.put("dies", "");
    assertThatThrownBy(() -> create(attempt)).isInstanceOf(ToolFailure.class);
    gh.remove("dies");

    baton.restart();
    ahead.set(Duration.ofMinutes(2));

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () ->
                assertThat(baton.status(attempt).standing().pullRequests().getFirst().state())
                    .isEqualTo(PullRequestState.OPEN));
    assertThat(create(attempt).pullRequest().orElseThrow().number()).isEqualTo(128);
    assertThat(gh.count("pr create")).isEqualTo(1);
  }

  @Test
  void merged_there_is_done_here_and_closed_is_not() throws Exception {
    var attempt = ended("write a.txt one");
    create(attempt);
    gh.put("state", "CLOSED");
    assertThat(look(attempt).state()).isEqualTo(PullRequestState.CLOSED);
    assertThat(taskStatus(attempt)).isEqualTo(BoardTaskStatus.IN_REVIEW);

    create(attempt);
    gh.put("state", "MERGED");
    ahead.set(Duration.ofMinutes(2));

    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(taskStatus(attempt)).isEqualTo(BoardTaskStatus.DONE));
  }

  @Test
  void checks_are_read_and_one_that_fails_is_a_failure_of_all() {
    var attempt = ended("write a.txt one");
    create(attempt);
    gh.put(
        "checks",
        """
        [{"__typename":"CheckRun","conclusion":"SUCCESS","name":"build","status":"COMPLETED"},
         {"__typename":"CheckRun","conclusion":"","name":"test","status":"IN_PROGRESS"}]\
        """);
    assertThat(look(attempt).checks()).isEqualTo(PullRequestChecks.PENDING);
    gh.put(
        "checks",
        """
        [{"__typename":"CheckRun","conclusion":"NEUTRAL","name":"build","status":"COMPLETED"},
         {"__typename":"StatusContext","context":"ci","state":"FAILURE"}]\
        """);
    assertThat(look(attempt).checks()).isEqualTo(PullRequestChecks.FAILING);

    var told =
        baton
            .orchestrator()
            .events()
            .readNewest(
                new EventFilter(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(attempt),
                    Set.of(EventName.ATTEMPT_PULL_REQUEST)),
                10)
            .events();
    assertThat(told.getLast().data().path("checks").asString()).isEqualTo("failing");
    assertThat(told.getLast().data().path("number").asLong()).isEqualTo(128);
  }

  @Test
  void what_reviewers_say_is_sent_to_the_agent_once_as_one_message() {
    var attempt = ended("write a.txt one");
    create(attempt);
    gh.put(
        "talk",
        """
        {"comments":[{"id":"IC_1","author":{"login":"ana"},"body":"say nothing",
          "createdAt":"2026-11-16T10:00:00Z"}],
         "reviews":[{"id":"PRR_1","author":{"login":"ben"},"body":"","state":"APPROVED",
          "submittedAt":"2026-11-16T11:00:00Z"}]}\
        """);
    gh.put(
        "lines",
        """
        [{"id":9,"user":{"login":"ben"},"path":"a.txt","line":1,"body":"One is not enough.",
          "created_at":"2026-11-16T11:00:00Z"}]\
        """);

    var ofAttempt = "'attempt_id': '%s'".formatted(attempt);
    var server = server();
    var model = new MemoryClient(server, TaskOwner.LOCAL).modern("{}");
    var status = model.call("get_attempt_status", "{%s, 'refresh': true}".formatted(ofAttempt));
    assertThat(status.path("reviewer_comments")).hasSize(2);
    for (var wrong :
        List.of("'action': 'send'", "'action': 'cancel'", "'action': 'queue', 'variant': 'PLAN'")) {
      assertThat(
              model
                  .fail(
                      "follow_up",
                      "{%s, %s, 'reviewer_comments': true}".formatted(ofAttempt, wrong))
                  .path("code")
                  .asString())
          .isEqualTo("invalid_argument");
    }
    assertThat(
            model
                .call(
                    "follow_up",
                    "{%s, 'action': 'queue', 'prompt': 'say Mend this:', 'reviewer_comments': true}"
                        .formatted(ofAttempt))
                .path("status")
                .asString())
        .isEqualTo("started");
    baton.awaitEnd(attempt);
    model.close();
    server.close();
    assertThat(baton.messages(attempt, SessionMessage.Role.USER).getLast())
        .startsWith("say Mend this:")
        .contains("**ana**\n> say nothing", "**ben** on `a.txt` line 1\n> One is not enough.");
    look(attempt);
    assertThatThrownBy(() -> baton.orchestrator().comments().sendReviewers(caller(), attempt, ""))
        .hasMessageContaining("No reviewer has said anything that was not sent");
  }

  @Test
  void nothing_is_proposed_or_pushed_while_the_agent_runs_or_for_bad_words() {
    var running = baton.start("hang").attemptId();
    assertThat(failure(() -> create(running)).code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
    assertThat(failure(() -> push(running)).code()).isEqualTo(BoardFailureCode.ATTEMPT_BUSY);
    baton.orchestrator().attempts().stop(running, true);

    var idle = ended("say nothing");
    assertThatThrownBy(() -> create(idle)).hasMessageContaining("no changes to propose");
    var request =
        new NewPullRequest(
            new PushRequest(idle, Optional.empty()), Optional.of(" "), Optional.empty(), false);
    assertThatThrownBy(() -> baton.orchestrator().pullRequests().create(request))
        .hasMessageContaining("title is blank");
    var unknown = new PushRequest(idle, Optional.of(UUID.randomUUID()));
    assertThat(failure(() -> baton.orchestrator().pullRequests().push(unknown)).code())
        .isEqualTo(FailureCode.NOT_FOUND);
  }
}
