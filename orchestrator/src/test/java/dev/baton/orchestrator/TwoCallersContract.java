package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.FAKE;
import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.AutoStart;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.board.BoardTaskStatus;
import dev.baton.orchestrator.board.DoneTasks;
import dev.baton.orchestrator.board.Issue;
import dev.baton.orchestrator.board.Placement;
import dev.baton.orchestrator.board.Priority;
import dev.baton.orchestrator.board.Pull;
import dev.baton.orchestrator.comment.ReviewComment;
import dev.baton.orchestrator.followup.ReviewComments.CommentMessage;
import dev.baton.orchestrator.followup.ReviewComments.EntryToComment;
import dev.baton.orchestrator.planning.AutoStarts.PullChange;
import dev.baton.orchestrator.planning.Board;
import dev.baton.orchestrator.planning.Board.BoardTaskEdit;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.planning.BoardTaskChange;
import dev.baton.orchestrator.planning.Issues;
import dev.baton.orchestrator.planning.Labels.LabelChange;
import dev.baton.orchestrator.planning.Projects;
import dev.baton.orchestrator.planning.Projects.NewProject;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import dev.baton.orchestrator.planning.RepoSettings;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.transcript.SessionMessage.Role;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of changes of the same thing at the same moment, whichever database is underneath:
 * each counts, or is refused.
 */
abstract class TwoCallersContract {
  private static final int ROUNDS = 15;

  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;
  private String address = "";

  TwoCallersContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() {
    address = databases.newAddress();
    baton = TestBaton.in(directory, address);
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private Board board() {
    return baton.orchestrator().board();
  }

  private Projects projects() {
    return baton.orchestrator().projects();
  }

  /** Calls all at the same moment; returns what those were told that were refused. */
  private static List<String> atOnce(Callable<?>... calls) throws Exception {
    var start = new CyclicBarrier(calls.length);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var answers = new ArrayList<Future<?>>();
      for (var call : calls) {
        answers.add(
            threads.submit(
                () -> {
                  start.await();
                  return call.call();
                }));
      }
      var refusals = new ArrayList<String>();
      for (var answer : answers) {
        try {
          answer.get();
        } catch (ExecutionException e) {
          var refusal = Objects.requireNonNull(e.getCause());
          assertThat(refusal).isInstanceOf(ToolFailure.class);
          refusals.add(String.valueOf(refusal.getMessage()));
        }
      }
      return refusals;
    }
  }

  private Callable<?> edit(UUID task, String seen, String title) {
    return () ->
        board()
            .editTask(
                new BoardTaskEdit(
                    task,
                    seen,
                    title,
                    "",
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
  }

  private Callable<?> change(BoardTaskChange change) {
    return () -> board().changeTask(change);
  }

  private BoardTask load(UUID task) {
    return board().loadTask(task).task();
  }

  @Test
  void of_two_who_have_read_the_same_words_of_a_task_one_saves() throws Exception {
    var task = baton.task("Task");
    for (int round = 0; round < ROUNDS; round++) {
      var seen = board().loadTask(task).textVersion();

      assertThat(atOnce(edit(task, seen, "One " + round), edit(task, seen, "Two " + round)))
          .containsExactly("Somebody else changed this task meanwhile");
    }
  }

  @Test
  void a_title_a_priority_and_an_archiving_at_once_all_stay() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var task = baton.task("Task");
      var change = BoardTaskChange.of(task);

      assertThat(
              atOnce(
                  change(change.withTitle("Other")),
                  change(change.withPriority(Priority.HIGH)),
                  () -> board().archiveTask(task, true)))
          .isEmpty();

      var changed = load(task);
      assertThat(changed.title()).isEqualTo("Other");
      assertThat(changed.priority()).isEqualTo(Priority.HIGH);
      assertThat(changed.archivedAt()).isPresent();
    }
  }

  @Test
  void words_that_are_saved_while_done_tasks_are_archived_bring_none_back() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var task = baton.task("Task");
      change(BoardTaskChange.of(task).withStatus(BoardTaskStatus.DONE)).call();
      var later = Clock.systemUTC().instant().plus(Duration.ofHours(1));

      assertThat(
              atOnce(
                  change(BoardTaskChange.of(task).withTitle("Other")),
                  () -> board().archiveDone(new DoneTasks(later, Optional.empty()))))
          .isEmpty();

      assertThat(load(task).title()).isEqualTo("Other");
      assertThat(load(task).archivedAt()).isPresent();
    }
  }

  @Test
  void who_puts_a_column_in_order_takes_no_task_back_that_an_agent_begins() throws Exception {
    var store = Store.open(databases.open(address));
    var now = Clock.systemUTC().instant();
    for (int round = 0; round < ROUNDS; round++) {
      var task = baton.task("Task");

      assertThat(
              atOnce(
                  change(BoardTaskChange.of(task).withPlacement(new Placement.Bottom())),
                  () ->
                      store.write(
                          tables -> {
                            tables.boardTasks().setStatus(task, BoardTaskStatus.IN_PROGRESS, now);
                            return task;
                          })))
          .isEmpty();

      assertThat(load(task).status()).isEqualTo(BoardTaskStatus.IN_PROGRESS);
    }
  }

  @Test
  void the_last_of_two_wishes_to_start_by_itself_holds() throws Exception {
    var blocker = baton.task("Blocker");
    var task =
        board()
            .createTask(
                caller(),
                new NewBoardTask(
                    baton.projectId(),
                    "Task",
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    List.of(blocker.toString()),
                    Optional.empty()))
            .task()
            .id();
    var wish =
        change(BoardTaskChange.of(task).withAutoStart(new AutoStart(FAKE, Optional.empty())));
    for (int round = 0; round < ROUNDS; round++) {
      assertThat(atOnce(wish, wish)).isEmpty();
      assertThat(board().loadTask(task).autoStart()).isPresent();
    }
  }

  @Test
  void an_import_of_issues_leaves_what_somebody_writes_at_that_moment() throws Exception {
    var store = Store.open(databases.open(address));
    var issues = new Issues(store, new TimeOrderedIds(Clock.systemUTC()), Clock.systemUTC());
    for (int round = 0; round < ROUNDS; round++) {
      var link = "https://forge.example/issues/" + round;
      var project = baton.projectId().toString();
      issues.bring(project, List.of(new Issue(link, "Issue", "", List.of())));
      var task = board().findTask(baton.projectId(), round + 1).orElseThrow().task().id();

      assertThat(
              atOnce(
                  () -> issues.bring(project, List.of(new Issue(link, "New issue", "", List.of()))),
                  change(BoardTaskChange.of(task).withTitle("Mine"))))
          .isEmpty();

      assertThat(load(task).title()).isEqualTo("Mine");
    }
  }

  @Test
  void of_all_who_have_read_the_same_name_of_a_project_one_renames_it() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      var seen = projects().load(baton.projectId()).project().name();

      assertThat(
              atOnce(
                  rename(seen, "One " + round),
                  rename(seen, "Two " + round),
                  rename(seen, "Three " + round),
                  rename(seen, "Four " + round)))
          .hasSize(3)
          .allMatch(words -> words.startsWith("Somebody else renamed this project to"));
    }
  }

  private Callable<?> rename(String seen, String name) {
    return () -> projects().rename(baton.projectId(), seen, name);
  }

  @Test
  void a_name_a_policy_scripts_and_an_archiving_of_a_project_at_once_all_stay() throws Exception {
    var id = baton.projectId();
    for (int round = 0; round < ROUNDS; round++) {
      var name = "Name " + round;
      var archived = round % 2 == 0;
      var policy = archived ? "none" : "agent";
      var text = Optional.of("echo " + round);

      assertThat(
              atOnce(
                  () -> projects().rename(id, name),
                  () -> projects().archive(id, archived),
                  () -> baton.change(scripts(text, Optional.empty(), Optional.of(policy))),
                  () -> baton.change(scripts(Optional.empty(), text, Optional.empty()))))
          .isEmpty();

      var project = projects().load(id);
      assertThat(project.project().name()).isEqualTo(name);
      assertThat(project.project().archivedAt().isPresent()).isEqualTo(archived);
      assertThat(project.project().commitPolicy().orElseThrow().name())
          .isEqualToIgnoringCase(policy);
      var scripts = project.repos().getFirst().scripts();
      assertThat(scripts.setup()).isEqualTo(text);
      assertThat(scripts.cleanup()).isEqualTo(text);
    }
  }

  private static RepoSettings scripts(
      Optional<String> setup, Optional<String> cleanup, Optional<String> policy) {
    return new RepoSettings(setup, cleanup, Optional.empty(), Optional.empty(), policy);
  }

  @Test
  void of_two_who_make_a_project_over_one_repository_one_is_refused() throws Exception {
    for (int round = 0; round < 5; round++) {
      var repo = new NewRepo(baton.makeRepository("shared" + round), Optional.empty());
      Callable<?> create = () -> projects().create(new NewProject("Project", List.of(repo)));

      assertThat(atOnce(create, create))
          .singleElement()
          .asString()
          .startsWith("The repository at ")
          .endsWith("already, as 'shared%d'".formatted(round));
    }
  }

  @Test
  void a_label_that_is_renamed_while_a_project_is_paused_leaves_it_paused() throws Exception {
    var id = baton.projectId();
    var task =
        board()
            .createTask(
                caller(),
                new NewBoardTask(
                    id, "Task", Optional.empty(), List.of("label"), Optional.of(Priority.NORMAL)))
            .task()
            .id();
    change(BoardTaskChange.of(task).withStatus(BoardTaskStatus.DONE)).call();
    var pulls = baton.orchestrator().autoStarts();
    var name = "label";
    for (int round = 0; round < ROUNDS; round++) {
      var old = name;
      var next = "label" + round;
      pulls.change(
          new PullChange(
              id,
              Optional.of(new Pull(1, FAKE, Optional.empty(), List.of(old))),
              Optional.of(false)));

      assertThat(
              atOnce(
                  () -> pulls.change(new PullChange(id, Optional.empty(), Optional.of(true))),
                  () ->
                      baton
                          .orchestrator()
                          .labels()
                          .change(new LabelChange(id, old, Optional.of(next), Optional.empty()))))
          .isEmpty();

      var pull = projects().load(id).pull().orElseThrow();
      assertThat(pull.pausedReason()).isPresent();
      assertThat(pull.labels()).containsExactly(next);
      name = next;
    }
  }

  @Test
  void a_draft_is_kept_once_and_sent_once() throws Exception {
    var person = caller().owner();
    var comments = baton.orchestrator().comments();
    var attempt = baton.start("say done").attemptId();
    baton.awaitEnd(attempt);
    var message = baton.firstEntry(attempt, "assistant_message");
    var draft = comments.add(new EntryToComment(person, attempt, message), "Why?").id();
    var seen = "Why?";
    for (int round = 0; round < ROUNDS; round++) {
      var old = seen;
      var one = "One " + round;
      var two = "Two " + round;

      assertThat(
              atOnce(
                  () -> comments.change(person, draft, old, one),
                  () -> comments.change(person, draft, old, two)))
          .singleElement()
          .asString()
          .startsWith("This comment was changed in another window");
      seen = comments.list(person, attempt).getFirst().text();
    }
    var last = seen;

    assertThat(
            atOnce(
                () -> comments.send(caller(), new CommentMessage(attempt, "")),
                () -> comments.send(caller(), new CommentMessage(attempt, ""))))
        .containsExactly("There is no comment to send");

    baton.awaitEnd(attempt);
    assertThat(comments.list(person, attempt)).noneMatch(ReviewComment::isDraft);
    assertThat(baton.messages(attempt, Role.USER))
        .filteredOn(text -> text.contains(last))
        .hasSize(1);
  }
}
