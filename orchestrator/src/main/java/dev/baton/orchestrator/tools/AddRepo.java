package dev.baton.orchestrator.tools;

import dev.baton.mcp.request.RequestContext;
import dev.baton.mcp.tool.Description;
import dev.baton.mcp.tool.Tool;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.Orchestrator;
import dev.baton.orchestrator.planning.Projects.NewRepo;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

final class AddRepo {
  record Request(
      @Description(FieldText.PROJECT_ID) UUID projectId,
      @Description("Absolute path on the server's machine") String path,
      @Description("Name in the project, at most 100 bytes; default from the path")
          Optional<String> name,
      @Description(FieldText.ALLOW_SHARED) Optional<Boolean> allowShared) {
    NewRepo toRepo() {
      return new NewRepo(readPath("/path", path), name, allowShared.orElse(false));
    }
  }

  static final String NAME = "add_repo";

  /** The longest path that the system takes, in bytes. */
  private static final int LONGEST = 4096;

  private AddRepo() {}

  static Tool<Request, RepoView> tool(Supplier<Orchestrator> orchestrator) {
    return BatonTool.named(NAME, Request.class, RepoView.class)
        .title("Add repository")
        .description(
            """
            Adds a local git repository to a project.
            Use when: tasks of a project also concern a repository that list_repos does not show.
            Required: project_id, path.
            Optional: name, allow_shared.
            Next: start_task_attempt with the repo_id in repos.
            Avoid: repositories without a commit; make a first one before.\
            """)
        .annotations(Hints.ADDS)
        .handler(new OperationHandler<>(orchestrator, AddRepo::handle));
  }

  static RepoView handle(Orchestrator orchestrator, Request request, RequestContext context) {
    return RepoView.of(orchestrator.projects().addRepo(request.projectId(), request.toRepo()));
  }

  /** Reads the path at this place of the arguments. */
  static Path readPath(String place, String text) {
    var length = text.getBytes(StandardCharsets.UTF_8).length;
    if (length > LONGEST) {
      throw ToolFailure.invalid(
          place,
          "The path has %d bytes, but at most %d are possible".formatted(length, LONGEST),
          "Repeat the call with the absolute path of a local git repository in path");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw ToolFailure.invalid(
          place,
          "'%s' cannot be a path: %s".formatted(text, e.getReason()),
          "Repeat the call with the absolute path of a local git repository in path");
    }
  }
}
