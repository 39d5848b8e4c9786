package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.agent.catalogue.AgentCatalogue;
import dev.baton.orchestrator.attempt.AttemptState;
import dev.baton.orchestrator.followup.AttemptTurns.RetryRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdateRequest;
import dev.baton.orchestrator.shipping.AttemptUpdates.UpdatedAttempt;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A conflict in which one side has a file where the other has a directory or a link. */
class DisplacedFileTest {
  @TempDir Path directory;
  private final AtomicReference<String> script = new AtomicReference<>("say Nothing to do");
  @AutoClose TestBaton baton;

  @BeforeEach
  void open() {
    baton = TestBaton.in(directory, setup -> setup, this::resolving);
  }

  private AgentCatalogue resolving(AgentCatalogue catalogue) {
    var agent = catalogue.find(TestBaton.FAKE).orElseThrow();
    return new AgentCatalogue(List.of(new ResolvingAgent(agent, script)));
  }

  private UUID ended(String task) {
    var id = baton.start(task).attemptId();
    baton.awaitEnd(id);
    return id;
  }

  private void userCommits(String file) throws Exception {
    var path = baton.repository().resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, "mine\n");
    git(baton.repository(), "add", "--all");
    git(baton.repository(), "commit", "--quiet", "-m", "Of the user");
  }

  private UpdatedAttempt resolve(UUID id) {
    return baton
        .orchestrator()
        .updates()
        .update(
            new UpdateRequest(id, Optional.empty(), Optional.empty(), UpdateStrategy.MERGE, true));
  }

  private void assertLeftAndThenDeleted(UUID id, String name, String file) {
    assertThat(baton.awaitEnd(id).attempt().state().failureSummary().orElseThrow())
        .contains(
            "%s is of another kind on each side, so git left one in %s: move or delete that"
                .formatted(name, file))
        .doesNotContain("directory");

    script.set("delete " + file);
    baton.orchestrator().turns().retry(new RetryRequest(id, 1, Optional.empty(), Optional.empty()));

    assertThat(baton.awaitEnd(id).attempt().state()).isEqualTo(new AttemptState.Completed());
    assertThat(git(baton.status(id).workspacePath(), "ls-files"))
        .contains(name)
        .doesNotContain("~");
  }

  @Test
  void the_attempts_file_must_not_stay_beside_its_place() throws Exception {
    var id = ended("write x theirs");
    userCommits("x/y.txt");

    assertThat(resolve(id).updates().getFirst().conflicts()).containsExactly("x");

    assertLeftAndThenDeleted(id, "x", "x~HEAD");
  }

  @Test
  void nor_must_that_of_the_target() throws Exception {
    var id = ended("write x/y.txt theirs");
    userCommits("x");
    script.set("append x~%s more".formatted(git(baton.repository(), "rev-parse", "main")));

    assertThat(resolve(id).updates().getFirst().conflicts()).containsExactly("x");

    assertLeftAndThenDeleted(id, "x", "x~" + git(baton.repository(), "rev-parse", "main"));
  }

  @Test
  void nor_a_file_that_is_a_link_on_the_other_side() throws Exception {
    var id = ended("say hi");
    var link = baton.status(id).workspacePath().resolve("README.md");
    Files.delete(link);
    Files.createSymbolicLink(link, Path.of("elsewhere"));
    userCommits("README.md");

    assertThat(resolve(id).updates().getFirst().conflicts()).containsExactly("README.md");

    assertLeftAndThenDeleted(
        id, "README.md", "README.md~" + git(baton.repository(), "rev-parse", "main"));
    assertThat(link).isSymbolicLink();
  }
}
