package dev.baton.orchestrator.review;

import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.review.FileDiff.Blob;
import dev.baton.orchestrator.workspace.PrivateIndex;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceLayout;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Some files of a worktree as they are at one moment, put where git can compare them. The
 * repository stays as it is.
 */
final class StagedFiles implements AutoCloseable {
  private static final String GITLINK = "160000";

  private final Git git;
  private final Worktree worktree;
  private final PrivateIndex index;
  private final Map<String, String> environment;

  private StagedFiles(Git git, Worktree worktree, PrivateIndex index) {
    this.git = git;
    this.worktree = worktree;
    this.index = index;
    this.environment = index.withOwnObjects(worktree.common());
  }

  static StagedFiles open(
      Git git,
      WorkspaceLayout layout,
      Workspace workspace,
      WorkspaceRepo repo,
      Collection<GitPath> paths) {
    var worktree =
        Worktree.load(git, CommonDirectory.of(repo.repository()), workspace.worktree(repo));
    var files = new StagedFiles(git, worktree, PrivateIndex.empty(layout));
    var isOpen = false;
    try {
      // why no failure: a directory in the place of a file cannot be added, and is no file
      git.attempt(
          files.command("update-index", "--add", "--remove", "-z", "--stdin").withPaths(paths));
      isOpen = true;
      return files;
    } finally {
      if (!isOpen) {
        files.close();
      }
    }
  }

  GitCommand command(String... arguments) {
    return GitCommand.in(worktree.place(), arguments).withEnvironment(environment);
  }

  /** The content of each file that is there; another repository inside has none. */
  Map<GitPath, Blob> contents() {
    var found = new LinkedHashMap<GitPath, Blob>();
    var fields = git.run(command("ls-files", "--stage", "-z")).fields();
    while (fields.hasNext()) {
      var words = fields.nextUpTo('\t').split(" ", -1);
      var path = fields.nextPath();
      if (!words[0].equals(GITLINK)) {
        found.put(path, new Blob(words[1], size(words[1])));
      }
    }
    return found;
  }

  /** The same without looking at the contents. */
  Map<GitPath, String> ids() {
    var found = new LinkedHashMap<GitPath, String>();
    var fields = git.run(command("ls-files", "--stage", "-z")).fields();
    while (fields.hasNext()) {
      var id = fields.nextUpTo('\t').split(" ", -1)[1];
      found.put(fields.nextPath(), id);
    }
    return found;
  }

  /** The content of a file in a commit or tree; empty if it has none. */
  Optional<Blob> find(String tree, GitPath path) {
    var name = new ByteArrayOutputStream();
    name.writeBytes((tree + ":").getBytes(StandardCharsets.UTF_8));
    name.writeBytes(path.bytes());
    name.write(0);
    var answer =
        git.run(
            command("cat-file", "--batch-check=%(objecttype) %(objectname) %(objectsize)", "-z")
                .withInput(name.toByteArray()));
    var words = answer.text().split(" ", -1);
    return words.length == 3 && words[0].equals("blob")
        ? Optional.of(new Blob(words[1], Long.parseLong(words[2])))
        : Optional.empty();
  }

  private long size(String id) {
    return Long.parseLong(git.run(command("cat-file", "-s", id)).text());
  }

  /** The bytes of a content. */
  byte[] load(Blob blob) {
    return git.run(command("cat-file", "blob", blob.id())).bytes();
  }

  /** Some lines of a content. */
  QuotedLines quote(Blob blob, long first, long last, int mostBytes) {
    var command = command("cat-file", "blob", blob.id());
    var answer = git.stream(command, in -> QuotedLines.read(in, first, last, mostBytes));
    if (answer.exitCode() != 0) {
      throw GitException.failed(command, answer.exitCode(), answer.error());
    }
    return answer.value();
  }

  /** A content without any bytes. */
  Blob nothing() {
    return new Blob(git.run(command("hash-object", "-w", "--stdin")).text(), 0);
  }

  /** Reads the difference between two contents. */
  PatchParser.Part compare(Blob before, Blob now, List<String> options, long first, int most) {
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("diff", "--no-ext-diff", "--no-textconv", "--no-color"));
    arguments.addAll(options);
    arguments.addAll(List.of(before.id(), now.id()));
    var command = command(arguments.toArray(String[]::new));
    var answer = git.stream(command, in -> new PatchParser(in, first, most).read());
    if (answer.exitCode() > 1 && answer.value().hunks().isEmpty()) {
      throw GitException.failed(command, answer.exitCode(), answer.error());
    }
    return answer.value();
  }

  /** The merge base with a branch; empty if there is none. */
  Optional<String> mergeBase(String target) {
    var found = git.attempt(command("merge-base", "HEAD", target));
    return found.succeeded() ? found.lines().stream().findFirst() : Optional.empty();
  }

  @Override
  public void close() {
    index.close();
  }
}
