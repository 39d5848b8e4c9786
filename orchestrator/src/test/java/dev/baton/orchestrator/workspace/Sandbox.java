package dev.baton.orchestrator.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** Real repositories, a data directory and a git that knows no user's settings. */
final class Sandbox {
  static final GitTimes TIMES =
      new GitTimes(Duration.ofMinutes(2), Duration.ofMinutes(2), Duration.ofSeconds(30));

  final Path directory;
  final Path data;
  final Map<String, String> environment;
  final Git git;
  final Workspaces workspaces;
  final ChangeReader changes;
  final PatchReader patches;
  final FileReader files = new FileReader();
  final Commits commits;
  final Merges merges;
  final List<String> told = new ArrayList<>();

  Sandbox(Path temp) {
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
  }

  Git git(GitTimes times) {
    return Git.open("git", directory.resolve("locks"), environment, times);
  }

  /** A repository with one commit on main: a.txt with ten lines, b.txt, and *.log ignored. */
  Path repository(String name) {
    var repository = directory.resolve(name);
    write(repository.resolve("a.txt"), lines(1, 10));
    write(repository.resolve("b.txt"), "b\n");
    write(repository.resolve(".gitignore"), "*.log\n");
    run(repository, "init", "-q", "-b", "main");
    run(repository, "config", "user.name", "Ada");
    run(repository, "config", "user.email", "ada@example.org");
    commitAll(repository, "First");
    return repository;
  }

  static String lines(int from, int to) {
    var text = new StringBuilder();
    for (int i = from; i <= to; i++) {
      text.append("line ").append(i).append('\n');
    }
    return text.toString();
  }

  void commitAll(Path checkout, String message) {
    run(checkout, "add", "-A");
    run(checkout, "commit", "-q", "--no-verify", "-m", message);
  }

  /** A workspace on main of each repository. */
  Workspace start(Path... repositories) {
    var workspace = plan(repositories);
    workspaces.create(workspace);
    return workspace;
  }

  Workspace plan(Path... repositories) {
    return workspaces.plan(
        UUID.randomUUID(), "Fix the login", Stream.of(repositories).map(Sandbox::choice).toList());
  }

  static Workspaces.Choice choice(Path repository) {
    return new Workspaces.Choice(
        String.valueOf(repository.getFileName()), repository, "main", List.of());
  }

  CommitResult commit(Workspace workspace) {
    return commits.commit(workspace, workspace.repos().getFirst(), "Leftovers", told::add);
  }

  MergePlan planMerge(Workspace workspace, MergeStrategy strategy) {
    return merges.plan(workspace, workspace.repos(), strategy, "Fix the login");
  }

  /** Commits what is left and merges all repositories. */
  MergeOutcome merge(Workspace workspace, MergeStrategy strategy) {
    workspace.repos().forEach(repo -> commits.commit(workspace, repo, "Leftovers", told::add));
    return merges.apply(planMerge(workspace, strategy));
  }

  /** What git prints, without the line end. */
  String run(Path directory, String... arguments) {
    var command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(arguments));
    return program(directory, command);
  }

  String program(Path directory, List<String> command) {
    try {
      var builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().putAll(environment);
      var process = builder.redirectErrorStream(true).start();
      process.getOutputStream().close();
      var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as("%s: %s", command, text).isZero();
      return text.stripTrailing();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a shell script, for names that no Java string can have. */
  void shell(Path directory, String script) {
    program(directory, List.of("bash", "-e", "-c", script));
  }

  static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String commitOf(Path repository, String ref) {
    return run(repository, "rev-parse", ref + "^{commit}");
  }

  /** The content of a file in a commit. */
  String show(Path repository, String commit, String path) {
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
