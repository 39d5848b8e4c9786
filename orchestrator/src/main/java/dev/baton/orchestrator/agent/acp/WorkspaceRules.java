package dev.baton.orchestrator.agent.acp;

import dev.baton.orchestrator.agent.AgentVariant;
import dev.baton.orchestrator.agent.JsonEvent;
import dev.baton.orchestrator.agent.TurnMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The rules for an agent when nobody is asked: it may read, and edit files of its workspace. */
final class WorkspaceRules {
  private final Path workspace;
  private final AgentVariant variant;

  WorkspaceRules(Path workspace, AgentVariant variant) {
    this.workspace = workspace.toAbsolutePath().normalize();
    this.variant = variant;
  }

  boolean allow(String kind, JsonEvent call) {
    var plans = variant.mode() == TurnMode.PLAN;
    if (variant.hasFullAccess() && !plans) {
      return true;
    }
    var paths = paths(call);
    var inside = paths.stream().allMatch(this::isInside);
    return switch (kind) {
      case "edit", "delete", "move" -> !plans && inside && !paths.isEmpty();
      case "read", "search", "think" -> inside;
      // why: tools of MCP servers have no kind of their own
      case "other", "" -> !plans && inside;
      default -> false;
    };
  }

  private static List<String> paths(JsonEvent call) {
    return Stream.of(
            call.list("locations").stream().flatMap(location -> location.find("path").stream()),
            call.list("content").stream().flatMap(content -> content.find("path").stream()),
            Stream.of("path", "file_path", "filePath", "fileName", "filepath")
                .flatMap(name -> call.at("rawInput").find(name).stream()))
        .flatMap(found -> found)
        .distinct()
        .toList();
  }

  private boolean isInside(String path) {
    try {
      var file = workspace.resolve(path).normalize();
      return file.startsWith(workspace) && staysInside(workspace.relativize(file));
    } catch (InvalidPathException | IOException e) {
      return false;
    }
  }

  private boolean staysInside(Path relative) throws IOException {
    var place = workspace;
    for (var name : relative) {
      place = place.resolve(name);
      // why: git runs programs that its directory names, and a link may lead out of the workspace
      if (name.toString().equals(".git") || (Files.isSymbolicLink(place) && leadsOut(place))) {
        return false;
      }
    }
    return true;
  }

  private boolean leadsOut(Path link) throws IOException {
    return !link.toRealPath().startsWith(workspace.toRealPath());
  }
}
