package dev.baton.workflow.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.TestCatalog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that the documentation shows. */
class WorkflowFileExamplesTest {
  @TempDir Path directory;

  @Test
  void a_file_is_a_workflow_or_problems() throws IOException {
    var path = Files.writeString(directory.resolve("release.yaml"), "name: release\n");
    var report = new ArrayList<String>();
    // @start region="file"
    WorkflowFile file = WorkflowFile.read(path);
    for (var problem : file.problems()) {
      report.add(file.name() + ": " + problem);
    }
    // @end

    assertThat(report)
        .containsExactly("release.yaml: line 1: no steps; expected at least one step");
  }

  @Test
  void a_folder_is_refreshed() throws IOException {
    var catalog = new TestCatalog();
    Files.writeString(
        directory.resolve("a.yaml"), "name: think\nsteps: [{name: a, guidance: Think}]");
    // @start region="folder"
    WorkflowFolder folder = new WorkflowFolder(List.of(directory), catalog);
    WorkflowFolder.Change change = folder.refresh();
    List<SequentialWorkflow> served = folder.workflows();
    // @end

    assertThat(change.added()).containsExactly("think");
    assertThat(served).hasSize(1);
  }
}
