package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.ToolFailure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An expected failure: what is wrong, and what to do about it. It has no stack trace. */
public final class WorkspaceFailure extends RuntimeException {
  private final WorkspaceProblem problem;
  private final String message;
  private final String hint;
  private final transient Map<String, ?> details;

  WorkspaceFailure(WorkspaceProblem problem, String message, String hint) {
    this(problem, message, hint, Map.of());
  }

  WorkspaceFailure(WorkspaceProblem problem, String message, String hint, Map<String, ?> details) {
    super(message, null, false, false);
    this.problem = problem;
    this.message = message;
    this.hint = hint;
    this.details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
  }

  static WorkspaceFailure notFound(String message, String hint) {
    return new WorkspaceFailure(WorkspaceProblem.NOT_FOUND, message, hint);
  }

  static WorkspaceFailure invalid(String message, String hint) {
    return new WorkspaceFailure(WorkspaceProblem.INVALID_ARGUMENT, message, hint);
  }

  static WorkspaceFailure invalid(String path, String message, String hint) {
    return invalid(message, hint).at(path);
  }

  static WorkspaceFailure dirty(String message, String hint, List<String> files) {
    return new WorkspaceFailure(
        WorkspaceProblem.TARGET_DIRTY,
        message,
        hint,
        files.isEmpty() ? Map.of() : Map.of("files", files));
  }

  /**
   * The same, with the argument that is its reason.
   *
   * @param path JSON pointer to the argument
   */
  public WorkspaceFailure at(String path) {
    return problem == WorkspaceProblem.INVALID_ARGUMENT && details.isEmpty()
        ? new WorkspaceFailure(problem, message, hint, ToolFailure.at(path, message))
        : this;
  }

  public WorkspaceProblem problem() {
    return problem;
  }

  public String hint() {
    return hint;
  }

  /** Values that a program can read, such as the files of a conflict. */
  public Map<String, ?> details() {
    return details;
  }

  /** The same, as a tool answers it. */
  public ToolFailure toToolFailure() {
    return new ToolFailure(problem.code(), message, hint, details);
  }
}
