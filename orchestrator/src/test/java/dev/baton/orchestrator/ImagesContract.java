package dev.baton.orchestrator;

import static dev.baton.orchestrator.TestBaton.caller;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.PATH;

import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.agent.model.ModelChoice;
import dev.baton.orchestrator.board.BoardTaskFilter;
import dev.baton.orchestrator.call.Caller;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.followup.FollowUp;
import dev.baton.orchestrator.followup.FollowUp.FollowUpTarget;
import dev.baton.orchestrator.followup.FollowUp.TaskFollowUp;
import dev.baton.orchestrator.followup.Images;
import dev.baton.orchestrator.image.Image;
import dev.baton.orchestrator.image.ImageType;
import dev.baton.orchestrator.image.NewImage;
import dev.baton.orchestrator.image.PngBytes;
import dev.baton.orchestrator.planning.Board.NewBoardTask;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.LogEntry;
import dev.baton.task.TaskOwner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Images of tasks, messages and agents, whichever database is underneath. */
abstract class ImagesContract {
  @RegisterExtension final Databases databases;
  @TempDir Path directory;
  TestBaton baton;

  ImagesContract(Dialect dialect) {
    databases = Databases.of(dialect);
  }

  @BeforeEach
  void open() throws Exception {
    baton = TestBaton.in(directory, databases.newAddress());
  }

  @AfterEach
  void close() {
    baton.close();
  }

  private Images images() {
    return baton.orchestrator().images();
  }

  private UUID start(UUID task) {
    var id =
        baton
            .orchestrator()
            .attemptStarts()
            .start(caller(), TestBaton.attempt(task, "say hello"))
            .attemptId();
    baton.awaitEnd(id);
    return id;
  }

  private List<Path> shownFiles(UUID attempt) {
    return baton.log(attempt, LogChannel.NORMALIZED).stream()
        .filter(entry -> entry.type().equals("assistant_message"))
        .map(LogEntry::content)
        .filter(text -> text.startsWith("- /"))
        .map(text -> Path.of(text.substring(2)))
        .toList();
  }

  @Test
  void an_image_is_kept_as_it_is_and_goes_with_its_task() {
    var task = baton.task("Look");
    var content = PngBytes.of(1_000_003);
    var added = images().addToTask(task, "shot\n.txt", content);
    assertThat(added.type()).isEqualTo(ImageType.PNG);
    assertThat(added.name()).isEqualTo("shot .txt");

    baton.restart();
    assertThat(images().listOfTask(task)).containsExactly(added);
    assertThat(images().content(images().load(added.id()))).isEqualTo(content);

    var ignored = baton.orchestrator().deletions().deleteTask(task);
    assertThatThrownBy(() -> images().load(added.id()))
        .hasMessage("There is no image " + added.id());
  }

  @Test
  void an_agent_is_told_where_the_images_of_its_task_and_of_a_message_are() throws IOException {
    var task = baton.task("Look");
    images().addToTask(task, "a.png", PngBytes.of(100));
    var attempt = start(task);
    assertThat(shownFiles(attempt)).hasSize(1);
    assertThat(shownFiles(attempt).getFirst()).hasBinaryContent(PngBytes.of(100));
    assertThat(shownFiles(attempt).getFirst().startsWith(baton.status(attempt).workspacePath()))
        .isFalse();

    var image = images().addForMessage(attempt, "b.png", PngBytes.of(200));
    baton.restart();
    baton
        .orchestrator()
        .followUps()
        .send(
            caller(),
            new FollowUp(
                FollowUpTarget.attempt(attempt),
                "say more",
                Optional.empty(),
                ModelChoice.NONE,
                List.of(image.id())));
    baton.awaitEnd(attempt);
    assertThat(shownFiles(attempt)).hasSize(2);
    assertThat(shownFiles(attempt).getLast()).hasBinaryContent(PngBytes.of(200));

    baton
        .orchestrator()
        .turns()
        .retry(new RetryRequest(attempt, 1, Optional.empty(), Optional.empty()));
    baton.awaitEnd(attempt);
    assertThat(shownFiles(attempt)).hasSize(3);
    assertThat(shownFiles(attempt).getLast()).hasBinaryContent(PngBytes.of(200));
  }

  @Test
  void a_task_is_made_with_its_images_once_and_not_at_all_if_one_is_refused() {
    var board = baton.orchestrator().board();
    var words = new NewBoardTask(baton.projectId(), "Look", Optional.empty());
    var shown = List.of(NewImage.of("a.png", PngBytes.of(100)), NewImage.of("", PngBytes.of(200)));
    var once = new Caller(TaskOwner.LOCAL, Optional.of("look"));
    var task = board.createTask(once, words, shown).task().id();
    baton.restart();
    var again = baton.orchestrator().board();
    assertThat(again.createTask(once, words, shown).task().id()).isEqualTo(task);
    assertThat(images().listOfTask(task))
        .extracting(Image::name)
        .containsExactly("a.png", "image.png");
    assertThatThrownBy(() -> again.createTask(once, words, List.of()))
        .hasMessageContaining("was used for another call");

    var before = again.countByStatus(BoardTaskFilter.ALL);
    var told = again.counts().events();
    var many = Collections.nCopies(Image.MOST + 1, NewImage.of("a.png", PngBytes.of(30)));
    assertThatThrownBy(() -> again.createTask(caller(), words, many))
        .hasMessage("A task can have 10 images, and these are more");
    assertThat(again.countByStatus(BoardTaskFilter.ALL)).isEqualTo(before);
    assertThat(again.counts().events()).as("what was told").isEqualTo(told);

    assertThat(shownFiles(start(task))).hasSize(2);
  }

  @Test
  void a_message_to_a_task_and_a_turn_that_is_done_again_show_other_images() {
    var task = baton.task("Look");
    var attempt = start(task);
    var first = images().addForMessage(attempt, "a.png", PngBytes.of(100));
    var other = images().addForMessage(attempt, "b.png", PngBytes.of(200));
    baton
        .orchestrator()
        .followUps()
        .send(
            caller(),
            new TaskFollowUp(
                task,
                "say more",
                Optional.empty(),
                ModelChoice.NONE,
                List.of(first.id()),
                List.of(),
                false));
    baton.awaitEnd(attempt);
    assertThat(shownFiles(attempt)).singleElement(PATH).hasBinaryContent(PngBytes.of(100));

    var foreign = images().addToTask(baton.task("Other"), "c.png", PngBytes.of(30));
    var turns = baton.orchestrator().turns();
    assertThatThrownBy(() -> turns.retry(retry(attempt, foreign.id())))
        .hasMessageContaining("belongs to another task");
    turns.retry(retry(attempt, other.id()));
    baton.awaitEnd(attempt);
    assertThat(shownFiles(attempt).getLast()).hasBinaryContent(PngBytes.of(200));
  }

  private static RetryRequest retry(UUID attempt, UUID image) {
    return new RetryRequest(
        attempt,
        1,
        Optional.empty(),
        Optional.empty(),
        ModelChoice.NONE,
        Optional.of(List.of(image)),
        List.of(),
        false);
  }

  @Test
  void what_is_no_image_or_too_much_is_refused() {
    var task = baton.task("Look");
    assertThatThrownBy(
            () -> images().addToTask(task, "a.png", "<svg/>".getBytes(StandardCharsets.UTF_8)))
        .hasMessage("The content is no PNG, JPEG, WebP or GIF image, whatever its name says");
    assertThatThrownBy(() -> images().addToTask(task, "a.png", PngBytes.of(Image.MOST_BYTES + 1)))
        .hasMessageStartingWith("The image is larger than 10 MB");
    for (var i = 0; i < Image.MOST; i++) {
      images().addToTask(task, "a.png", PngBytes.of(30));
    }
    assertThatThrownBy(() -> images().addToTask(task, "a.png", PngBytes.of(30)))
        .isInstanceOf(ToolFailure.class)
        .hasMessageContaining("can have 10 images");
    assertThat(images().listOfTask(task)).hasSize(Image.MOST);
  }

  @Test
  void a_message_shows_only_images_of_its_task() {
    var attempt = start(baton.task("Look"));
    var foreign = images().addToTask(baton.task("Other"), "a.png", PngBytes.of(30));
    assertThatThrownBy(
            () ->
                baton
                    .orchestrator()
                    .followUps()
                    .queue(
                        caller(),
                        new FollowUp(
                            FollowUpTarget.attempt(attempt),
                            "say more",
                            Optional.empty(),
                            ModelChoice.NONE,
                            List.of(foreign.id()))))
        .hasMessageContaining("belongs to another task");
  }

  @Test
  void an_agent_attaches_files_of_its_workspace_and_no_others() throws IOException {
    var attempt = start(baton.task("Look"));
    var workspace = baton.status(attempt).workspacePath();
    Files.write(workspace.resolve("proof.png"), PngBytes.of(50));
    Files.writeString(workspace.resolve("text.png"), "no image");
    var secret = Files.write(directory.resolve("secret.png"), PngBytes.of(50));
    Files.createSymbolicLink(workspace.resolve("link.png"), secret);

    var proof = images().attach(attempt, "proof.png");
    assertThat(images().listProofs(attempt)).containsExactly(proof);
    assertThat(images().content(proof)).isEqualTo(PngBytes.of(50));
    for (var path : List.of("../../secret.png", secret.toString(), "link.png", ".git/x.png")) {
      assertThatThrownBy(() -> images().attach(attempt, path))
          .hasMessage("'%s' is not in your workspace".formatted(path));
    }
    assertThatThrownBy(() -> images().attach(attempt, "text.png"))
        .hasMessageStartingWith("The content is no PNG");
    assertThatThrownBy(() -> images().attach(attempt, "gone.png"))
        .hasMessage("There is no file 'gone.png' in your workspace");
    assertThat(images().listProofs(attempt)).hasSize(1);
  }
}
