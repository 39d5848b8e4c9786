package dev.baton.app;

import dev.baton.mcp.protocol.Json;
import dev.baton.workflow.StepName;
import dev.baton.workflow.WorkflowProblem;
import dev.baton.workflow.yaml.WorkflowFile;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** {@code baton workflow}: workflow files, before a server serves them. */
@Command(
    name = "workflow",
    description = "Workflow files.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Examples:", "  baton workflow check release.yaml triage.yaml"})
final class WorkflowCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new Complaints.WrongUsageException(spec, "Say what to do with workflows: check.");
  }

  @Command(
      name = "check",
      description =
          "Find every mistake in workflow files, each with its line; exits with 1 if there is one.",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class)
  int check(
      @Parameters(paramLabel = "FILE", arity = "1..*", description = "Workflow files.")
          List<Path> files,
      @Option(names = "--json", description = "Answer as JSON.") boolean json) {
    var all = Json.array();
    for (var path : files) {
      for (var problem : WorkflowFile.read(path).problems()) {
        all.add(describe(path, problem));
        if (!json) {
          say("%s:%d: %s".formatted(path, problem.line().orElse(1), problem.message()));
        }
      }
    }
    if (json) {
      var answer = Json.object();
      answer.set("problems", all);
      say(answer.toString());
    } else if (all.isEmpty()) {
      say(files.size() == 1 ? "No problems." : "No problems in %d files.".formatted(files.size()));
    }
    return all.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private static ObjectNode describe(Path path, WorkflowProblem problem) {
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

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
