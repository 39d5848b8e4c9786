package dev.baton.orchestrator.workspace;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitOutput;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.GitPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Puts the files of a checkout into a private index, all that git does not ignore and that is not
 * left out.
 */
final class Staging {
  private static final String GITLINK = "160000";

  private final Git git;
  private final GitPlace place;
  private final Map<String, String> index;
  private final ExcludedPaths excluded;

  Staging(Git git, GitPlace place, PrivateIndex index, ExcludedPaths excluded) {
    this.git = git;
    this.place = place;
    this.index = index.environment();
    this.excluded = excluded;
  }

  GitOutput run(String... arguments) {
    return git.run(command(arguments));
  }

  GitCommand command(String... arguments) {
    return GitCommand.in(place, arguments).withEnvironment(index);
  }

  /** Adds everything, and returns the repositories inside that cannot be added. */
  List<GitPath> addAll() {
    // why: what git was told not to look at may be work too
    HiddenFiles.of(git, place, index).reveal();
    var added = git.attempt(excluded.add(place, "--all").withEnvironment(index));
    var left =
        run("ls-files", "--others", "--exclude-standard", "-z").fields().paths().stream()
            .filter(path -> !excluded.covers(path))
            .toList();
    var nested = left.stream().filter(path -> !path.equals(path.withoutSlashBehind())).toList();
    if (nested.size() < left.size() || (!added.succeeded() && !isComplete())) {
      throw ToolFailure.invalid(
          "Not all files in %s can be kept: %s".formatted(place.directory(), added.error().strip()),
          "Make the files readable, or delete them by hand, and repeat the call");
    }
    return nested.stream().map(GitPath::withoutSlashBehind).toList();
  }

  private boolean isComplete() {
    return run("diff-files", "--name-only", "-z", "--ignore-submodules=all")
        .fields()
        .paths()
        .isEmpty();
  }

  /** The other repositories that the index has a commit of. */
  List<GitPath> gitlinks() {
    var links = new ArrayList<GitPath>();
    var fields = run("ls-files", "--stage", "-z").fields();
    while (fields.hasNext()) {
      boolean link = fields.nextUpTo('\t').startsWith(GITLINK);
      var path = fields.nextPath();
      if (link) {
        links.add(path);
      }
    }
    return links;
  }
}
