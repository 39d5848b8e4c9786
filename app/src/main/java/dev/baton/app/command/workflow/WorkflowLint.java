package dev.baton.app.command.workflow;

import dev.baton.app.home.DataDirectory;
import dev.baton.app.server.ServeSettings;
import dev.baton.mcp.protocol.Json;
import dev.baton.workflow.ServerCatalog;
import dev.baton.workflow.WorkflowProblem;
import dev.baton.workflow.reference.StepName;
import dev.baton.workflow.yaml.WorkflowFile;
import dev.baton.workflow.yaml.WorkflowFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.node.ObjectNode;

/** Finds what is wrong with workflow files, in themselves and beside what a server has. */
final class WorkflowLint {
  /** A problem of one of the files. */
  record Finding(Path path, WorkflowProblem problem) {
    @Override
    public String toString() {
      return "%s:%d: %s".formatted(path, problem.line().orElse(1), problem.message());
    }

    ObjectNode toJson() {
      var json =
          Json.object()
              .put("file", path.toString())
              .put("line", problem.line().orElse(1))
              .put("kind", problem.kind().wireName())
              .put("workflow", problem.workflow());
      problem.step().map(StepName::value).ifPresent(step -> json.put("step", step));
      json.put("found", problem.found()).put("expected", problem.expected());
      json.set("available", Json.strings(problem.available()));
      return json.put("message", problem.message());
    }
  }

  private final List<Path> paths;
  private final List<WorkflowFile> files;

  WorkflowLint(List<Path> paths) {
    this.paths = List.copyOf(paths);
    this.files = paths.stream().map(WorkflowFile::read).toList();
  }

  /** What is wrong with the files, wherever they are served. */
  List<Finding> inThemselves() {
    var findings = new ArrayList<Finding>();
    for (var i = 0; i < files.size(); i++) {
      findings.addAll(findings(i, files.get(i).problems()));
    }
    return findings;
  }

  /** The same, and what does not fit a server that has these. */
  List<Finding> in(ServerCatalog server) {
    return in(server, List.of());
  }

  /**
   * The same for a server that also has the files of a data directory.
   *
   * @throws IOException if what the directory says of workflow folders cannot be read
   */
  List<Finding> in(ServerCatalog server, DataDirectory directory) throws IOException {
    return in(server, served(directory));
  }

  private List<Finding> in(ServerCatalog server, List<WorkflowFile> served) {
    var findings = new ArrayList<Finding>();
    for (var i = 0; i < files.size(); i++) {
      var earlier = Stream.concat(served.stream(), files.subList(0, i).stream()).toList();
      var later = files.subList(i + 1, files.size());
      findings.addAll(findings(i, files.get(i).problemsAmong(server, earlier, later)));
    }
    return findings;
  }

  /** The files of the directory but for those that are checked. */
  private List<WorkflowFile> served(DataDirectory directory) throws IOException {
    var own = paths.stream().map(WorkflowLint::place).toList();
    return WorkflowFolder.files(ServeSettings.ofOwn(directory, false).workflowFolders()).stream()
        .filter(path -> !own.contains(place(path)))
        .map(WorkflowFile::read)
        .toList();
  }

  private static Path place(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException notThere) {
      return path.toAbsolutePath().normalize();
    }
  }

  private List<Finding> findings(int file, List<WorkflowProblem> problems) {
    return problems.stream().map(problem -> new Finding(paths.get(file), problem)).toList();
  }
}
