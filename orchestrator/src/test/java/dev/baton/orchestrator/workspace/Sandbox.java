package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.changes.ChangeReader;
import dev.baton.orchestrator.changes.ChangeReader.ChangeLimits;
import dev.baton.orchestrator.changes.Commits;
import dev.baton.orchestrator.changes.Commits.CommitResult;
import dev.baton.orchestrator.changes.FileReader;
import dev.baton.orchestrator.changes.PatchReader;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.Git.GitTimes;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.merge.Merges;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.merge.Merges.MergePlan;
import dev.baton.orchestrator.update.Resolutions;
import dev.baton.orchestrator.update.Updates;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** Real repositories, a data directory and a git that knows no user's settings. */
public final class Sandbox {
  static final GitTimes TIMES =
      new GitTimes(Duration.ofMinutes(2), Duration.ofMinutes(2), Duration.ofSeconds(30));

  public final Path directory;
  public final Path data;
  final Map<String, String> environment;
  public final Git git;
  public final Workspaces workspaces;
  public final ChangeReader changes;
  public final PatchReader patches;
  public final FileReader files = new FileReader();
  public final Commits commits;
  public final Merges merges;
  final Updates updates;
  final Checkpoints checkpoints;
  final Resolutions resolutions;
  public final List<String> told = new ArrayList<>();

  public Sandbox(Path temp) {
    try {
      directory = temp.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    data = directory.resolve("data");
    environment =
        Map.of(
            "GIT_CONFIG_GLOBAL", "/dev/null",
            "GIT_CONFIG_NOSYSTEM", "1",
            "HOME", directory.toString());
    git = git(TIMES);
    workspaces = new Workspaces(git, data);
    changes = new ChangeReader(git, data, ChangeLimits.DEFAULT);
    patches = new PatchReader(git, data);
    commits = new Commits(git, data);
    merges = new Merges(git);
    updates = new Updates(git);
    checkpoints = new Checkpoints(git, data);
    resolutions = new Resolutions(git, checkpoints);
  }

  public Git git(GitTimes times) {
    return Git.open("git", directory.resolve("locks"), environment, times);
  }

  /** A repository with one commit on main: a.txt with ten lines, b.txt, and *.log ignored. */
  public Path repository(String name) {
    return TestRepository.make(
        directory.resolve(name),
        Map.of("a.txt", lines(1, 10), "b.txt", "b\n", ".gitignore", "*.log\n"));
  }

  public static String lines(int from, int to) {
    var text = new StringBuilder();
    for (int i = from; i <= to; i++) {
      text.append("line ").append(i).append('\n');
    }
    return text.toString();
  }

  public void commitAll(Path checkout, String message) {
    TestRepository.commitAll(checkout, message);
  }

  /** A workspace on main of each repository. */
  public Workspace start(Path... repositories) {
    var workspace = plan(repositories);
    workspaces.create(workspace);
    return workspace;
  }

  Workspace plan(Path... repositories) {
    return workspaces.plan(
        UUID.randomUUID(), "Fix the login", Stream.of(repositories).map(Sandbox::choice).toList());
  }

  public static Workspaces.Choice choice(Path repository) {
    return new Workspaces.Choice(
        String.valueOf(repository.getFileName()), repository, "main", List.of());
  }

  public CommitResult commit(Workspace workspace) {
    return commits.commit(workspace, workspace.repos().getFirst(), "Leftovers", told::add);
  }

  public MergePlan planMerge(Workspace workspace, MergeStrategy strategy) {
    return merges.plan(workspace, workspace.repos(), strategy, "Fix the login", false);
  }

  /** Commits what is left and merges all repositories. */
  public MergeOutcome merge(Workspace workspace, MergeStrategy strategy) {
    workspace.repos().forEach(repo -> commits.commit(workspace, repo, "Leftovers", told::add));
    return merges.apply(planMerge(workspace, strategy));
  }

  /** What git prints, without the line end. */
  public String run(Path directory, String... arguments) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    return program(directory, command);
  }

  public String program(Path directory, List<String> command) {
    return TestRepository.run(directory, environment, command);
  }

  /** Runs a shell script, for names that no Java string can have. */
  public void shell(Path directory, String script) {
    program(directory, List.of("bash", "-e", "-c", script));
  }

  public static Path write(Path file, String text) {
    return TestRepository.write(file, text);
  }

  public static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String commitOf(Path repository, String ref) {
    return run(repository, "rev-parse", ref + "^{commit}");
  }

  /** The content of a file in a commit. */
  public String show(Path repository, String commit, String path) {
    return run(repository, "show", commit + ":" + path);
  }

  List<String> refs(Path repository) {
    return run(repository, "for-each-ref", "--format=%(refname)").lines().toList();
  }

  boolean isReachable(Path repository, String blob) {
    return run(repository, "rev-list", "--objects", "--glob=refs/*")
        .lines()
        .anyMatch(line -> line.startsWith(blob));
  }

  String blob(Path repository, String text) {
    return run(repository, "hash-object", write(directory.resolve("blob.tmp"), text).toString());
  }
}
