package dev.baton.workflow.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TestCatalog;
import dev.baton.workflow.WorkflowProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowFolderTest {
  @TempDir Path directory;

  private final TestCatalog catalog = new TestCatalog().tool("deploy", "{'type': 'object'}", "");
  private WorkflowFolder folder = new WorkflowFolder(List.of(), catalog);

  @BeforeEach
  void openFolder() {
    folder = new WorkflowFolder(List.of(directory), catalog);
  }

  private Path write(String file, String name, String tool) throws IOException {
    var yaml = "name: %s\nsteps:\n  - {name: a, tool: %s}\n".formatted(name, tool);
    return Files.writeString(directory.resolve(file), yaml);
  }

  private List<String> served() {
    return folder.workflows().stream().map(SequentialWorkflow::name).toList();
  }

  @Test
  void files_are_served_in_the_order_of_their_names() throws IOException {
    write("b.yaml", "second", "deploy");
    write("a.yml", "first", "deploy");
    write("c.txt", "third", "deploy");
    write(".d.yaml", "hidden", "deploy");
    Files.createDirectory(directory.resolve("e.yaml"));

    var change = folder.refresh();

    assertThat(change.added()).containsExactly("first", "second");
    assertThat(change.isAnnounced()).isTrue();
    assertThat(change.broken()).isEmpty();
    assertThat(served()).containsExactly("first", "second");
  }

  @Test
  void nothing_new_is_no_change() throws IOException {
    write("a.yaml", "first", "deploy");
    folder.refresh();

    assertThat(folder.refresh())
        .isEqualTo(new WorkflowFolder.Change(List.of(), List.of(), List.of(), List.of()));
    assertThat(folder.refresh().isAnnounced()).isFalse();
  }

  @Test
  void changed_new_and_removed_files_are_told() throws IOException {
    var a = write("a.yaml", "first", "deploy");
    write("b.yaml", "second", "deploy");
    folder.refresh();

    catalog.tool("other", "{'type': 'object'}", "");
    write("b.yaml", "second", "other");
    write("c.yaml", "third", "deploy");
    Files.delete(a);
    var change = folder.refresh();

    assertThat(change.added()).containsExactly("third");
    assertThat(change.changed()).containsExactly("second");
    assertThat(change.removed()).containsExactly("first");
    assertThat(served()).containsExactly("second", "third");
  }

  @Test
  void a_changed_comment_changes_no_workflow() throws IOException {
    var a = write("a.yaml", "first", "deploy");
    folder.refresh();

    Files.writeString(a, "# hello\n" + Files.readString(a));

    assertThat(folder.refresh().isAnnounced()).isFalse();
  }

  @Test
  void a_renamed_workflow_is_one_that_went_and_one_that_came() throws IOException {
    write("a.yaml", "first", "deploy");
    folder.refresh();
    write("a.yaml", "other", "deploy");

    var change = folder.refresh();

    assertThat(change.added()).containsExactly("other");
    assertThat(change.removed()).containsExactly("first");
  }

  @Test
  void a_broken_file_is_told_once_and_its_last_good_version_stays() throws IOException {
    var a = write("a.yaml", "first", "deploy");
    folder.refresh();
    Files.writeString(a, "name: first\nsteps: 7\n");

    var change = folder.refresh();

    assertThat(change.isAnnounced()).isFalse();
    assertThat(change.broken())
        .singleElement()
        .satisfies(
            it -> {
              assertThat(it.file()).isEqualTo(a);
              assertThat(it.served()).contains("first");
              assertThat(it.problems())
                  .extracting(WorkflowProblem::toString)
                  .containsExactly("line 2: '7' as 'steps'; expected a list");
            });
    assertThat(served()).containsExactly("first");
    assertThat(folder.refresh().broken()).isEmpty();
    assertThat(folder.broken()).hasSize(1);

    write("a.yaml", "first", "deploy");
    assertThat(folder.refresh().isAnnounced()).isFalse();
    assertThat(folder.broken()).isEmpty();
  }

  @Test
  void a_file_that_never_was_good_serves_nothing() throws IOException {
    write("a.yaml", "first", "deplyo");

    assertThat(folder.refresh().broken())
        .singleElement()
        .satisfies(it -> assertThat(it.served()).isEqualTo(Optional.empty()))
        .satisfies(
            it ->
                assertThat(it.problems().get(0))
                    .hasToString("line 3: unknown tool 'deplyo' in step 'a'; available: deploy"));
    assertThat(served()).isEmpty();
  }

  @Test
  void a_broken_file_is_good_once_the_server_has_what_it_needs() throws IOException {
    write("a.yaml", "first", "late");
    folder.refresh();

    catalog.tool("late", "{'type': 'object'}", "");

    assertThat(folder.refresh().added()).containsExactly("first");
    assertThat(folder.broken()).isEmpty();
  }

  @Test
  void the_file_that_is_served_keeps_its_name() throws IOException {
    write("b.yaml", "same", "deploy");
    folder.refresh();
    write("a.yaml", "same", "deploy");

    assertThat(folder.refresh().broken())
        .singleElement()
        .satisfies(it -> assertThat(it.file()).hasFileName("a.yaml"))
        .satisfies(
            it ->
                assertThat(it.problems().get(0))
                    .hasToString(
                        "line 1: name 'same' of another prompt;"
                            + " expected a name that no other prompt has"));
    assertThat(served()).containsExactly("same");
  }

  @Test
  void a_directory_that_does_not_exist_is_empty() throws IOException {
    folder = new WorkflowFolder(List.of(directory.resolve("none"), directory), catalog);
    write("a.yaml", "first", "deploy");

    assertThat(folder.refresh().added()).containsExactly("first");
  }
}
