package dev.baton.orchestrator.git;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.baton.mcp.tool.ToolFailure;
import java.util.List;

/**
 * The tree of two commits put together, made without a checkout.
 *
 * @param conflicts the files that both sides changed in the same place
 * @param displaced where files of these are in the tree that have a directory, or a link, in their
 *     place; their names end with the commit that they are of
 */
public record MergeTree(String tree, List<GitPath> conflicts, List<GitPath> displaced) {
  public MergeTree {
    conflicts = List.copyOf(conflicts);
    displaced = List.copyOf(displaced);
  }

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
    var tree = fields.nextText();
    var paths = fields.paths().stream().distinct().toList();
    return new MergeTree(
        tree,
        paths.stream().map(path -> placed(path, ours, theirs)).distinct().toList(),
        paths.stream().filter(path -> !placed(path, ours, theirs).equals(path)).toList());
  }

  /** The path that a file has in its commit. */
  public static GitPath placed(GitPath path, String ours, String theirs) {
    return replaced(path, "~(%s|%s)(_[0-9]+)?$".formatted(ours, theirs), "");
  }

  /** Where git puts a displaced file of ours in a worktree that it merges into. */
  public static GitPath inWorktree(GitPath displaced, String ours) {
    return replaced(displaced, "~%s((_[0-9]+)?)$".formatted(ours), "~HEAD$1");
  }

  private static GitPath replaced(GitPath path, String pattern, String by) {
    // why: a path is bytes, and each of them is a letter of this alphabet
    return GitPath.of(
        new String(path.bytes(), ISO_8859_1).replaceFirst(pattern, by).getBytes(ISO_8859_1));
  }
}
