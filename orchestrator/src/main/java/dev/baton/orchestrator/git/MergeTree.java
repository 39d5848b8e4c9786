package dev.baton.orchestrator.git;

import dev.baton.mcp.tool.ToolFailure;
import java.util.List;

/**
 * The tree of two commits put together, made without a checkout.
 *
 * @param conflicts the files that both sides changed in the same place
 */
public record MergeTree(String tree, List<GitPath> conflicts) {
  public static MergeTree of(Git git, GitPlace place, String ours, String theirs) {
    var command =
        GitCommand.in(
            place,
            "merge-tree",
            "--write-tree",
            "-z",
            "--name-only",
            "--no-messages",
            ours,
            theirs);
    var output = git.attempt(command);
    if (output.exitCode() > 1) {
      if (output.error().contains("unrelated histories")) {
        throw ToolFailure.invalid(
            "The attempt's branch and its target in %s have no commit in common"
                .formatted(place.directory()),
            "Choose a target branch that the attempt began from");
      }
      throw GitException.failed(command, output.exitCode(), output.error());
    }
    var fields = output.fields();
    return new MergeTree(fields.nextText(), fields.paths().stream().distinct().toList());
  }
}
