package dev.baton.orchestrator.git;

import dev.baton.mcp.tool.ToolFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Looks at repositories that users name. Thread safe. */
public final class Repositories {
  private static final int MOST_NAMED = 8;

  private final Git git;

  public Repositories(Git git) {
    this.git = git;
  }

  public String gitVersion() {
    return git.version();
  }

  /** What is at a path; fails if agents cannot work on it. */
  public Repository inspect(Path path) {
    var place = new GitPlace.Discovered(existing(path));
    boolean bare = "true".equals(ask(place, path, "--is-bare-repository").text());
    if (!bare && !"true".equals(ask(place, path, "--is-inside-work-tree").text())) {
      throw ToolFailure.invalid(
          "%s is the inside of a git repository".formatted(path),
          "Repeat the call with the directory that holds the files in path");
    }
    var common = real(ask(place, path, "--git-common-dir").path().file());
    var top = bare ? common : real(ask(place, path, "--show-toplevel").path().file());
    return describe(top, common);
  }

  private Repository describe(Path top, Path common) {
    var branches = branches(common);
    if (branches.isEmpty()) {
      throw ToolFailure.invalid(
          "Repository %s has no commit yet".formatted(top),
          "Make a first commit there (git commit --allow-empty -m 'First commit'), then repeat the"
              + " call");
    }
    var head =
        git.in(new GitPlace.Discovered(top)).attempt("symbolic-ref", "--quiet", "--short", "HEAD");
    var current = Optional.of(head.text()).filter(name -> head.succeeded());
    return new Repository(
        top, current.filter(named(branches)::contains).orElseGet(() -> likely(branches)));
  }

  /**
   * The branch to begin from: the one that is known, or the one that is checked out now if that is
   * gone. A repository that cannot be read keeps what is known.
   */
  public String defaultBranch(Path repository, String known) {
    var common = CommonDirectory.find(repository);
    if (common.isEmpty()
        || Files.isRegularFile(common.get().resolve(Branch.ref(known)))
        || find(common.get(), known).isPresent()) {
      return known;
    }
    try {
      return inspect(repository).defaultBranch();
    } catch (ToolFailure e) {
      return known;
    }
  }

  /** True if both are checkouts of one repository, so that they share their branches. */
  public boolean isSame(Path one, Path other) {
    return one.equals(other)
        || CommonDirectory.find(one)
            .filter(common -> CommonDirectory.find(other).filter(common::equals).isPresent())
            .isPresent();
  }

  private static List<String> named(List<Branch> branches) {
    return branches.stream().map(Branch::name).toList();
  }

  private static String likely(List<Branch> branches) {
    var names = named(branches);
    return Stream.of("main", "master", "trunk")
        .filter(names::contains)
        .findFirst()
        .orElse(names.getFirst());
  }

  /** All local branches, by name. */
  List<Branch> branches(Path repository) {
    var common = CommonDirectory.of(repository);
    return git
        .in(new GitPlace.Bare(common))
        .run("for-each-ref", "--format=%(objectname) %(refname)", Branch.PREFIX)
        .lines()
        .stream()
        .map(line -> line.split(" ", 2))
        .map(words -> new Branch(words[1].substring(Branch.PREFIX.length()), words[0]))
        .toList();
  }

  /** A branch that an attempt begins from; it has to exist. */
  public Branch load(Path repository, String name) {
    return find(repository, name).orElseThrow(() -> unknown(repository, name));
  }

  /** A branch that may have gone. */
  public Optional<Branch> find(Path repository, String name) {
    var output =
        git.in(new GitPlace.Bare(CommonDirectory.of(repository)))
            .attempt("show-ref", "--verify", "--hash", "--", Branch.ref(name));
    return output.succeeded() ? Optional.of(new Branch(name, output.text())) : Optional.empty();
  }

  private ToolFailure unknown(Path repository, String name) {
    // why: branches of attempts are many, and nobody begins from them
    var names =
        Stream.concat(
                Stream.of(inspect(repository).defaultBranch()),
                named(branches(repository)).stream()
                    .filter(branch -> !branch.startsWith(BranchName.PREFIX)))
            .distinct()
            .toList();
    var some = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    return ToolFailure.notFound(
        "Repository %s has no local branch '%s'".formatted(repository, name),
        "Call start_task_attempt again with one of its branches in repos[].target_branch (%s%s);"
                .formatted(some, names.size() > MOST_NAMED ? ", ..." : "")
            + " list_repos shows the default_branch of each repo");
  }

  private GitOutput ask(GitPlace place, Path path, String what) {
    var output = git.in(place).attempt("rev-parse", "--path-format=absolute", what);
    if (output.succeeded()) {
      return output;
    }
    if (output.error().contains("dubious ownership")) {
      throw ToolFailure.invalid(
          "%s belongs to another user, and git refuses to work there".formatted(path),
          "If you trust it: git config --global --add safe.directory '%s'".formatted(path));
    }
    throw ToolFailure.invalid(
        "%s is not a git repository".formatted(path),
        "Repeat the call with the top directory of a git repository in path, or make one there"
            + " with: git init");
  }

  private static Path existing(Path path) {
    if (!path.isAbsolute()) {
      throw ToolFailure.invalid(
          "Path '%s' is not absolute".formatted(path),
          "Repeat the call with the whole path, from the root, in path");
    }
    if (!Files.isDirectory(path)) {
      throw ToolFailure.notFound(
          "There is no directory %s".formatted(path),
          "Name a directory that exists in path; if a repository was moved, move it back, or call"
              + " add_repo with its new path and start attempts with that repo_id in repos");
    }
    return real(path);
  }

  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw ToolFailure.notFound(
          "Path %s cannot be read".formatted(path),
          "Check the path and its permissions, then repeat the call");
    }
  }
}
