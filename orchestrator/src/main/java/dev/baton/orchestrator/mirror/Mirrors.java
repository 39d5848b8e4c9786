package dev.baton.orchestrator.mirror;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.board.DoneMerge;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.BranchName;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitCommand;
import dev.baton.orchestrator.git.GitOutput;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Remote;
import dev.baton.orchestrator.git.UnreachableSourceException;
import dev.baton.orchestrator.store.ProjectTable.RepoHome;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repositories on this node: those whose home it is, and bare mirrors of others, which are fetched
 * from their home. What is there is not fetched again. Thread safe.
 */
public final class Mirrors {
  private static final Logger LOG = LoggerFactory.getLogger(Mirrors.class);
  private static final Duration TRANSFER = Duration.ofHours(1);

  private final Store store;
  private final Git git;
  private final String node;
  private final Path directory;
  private final Optional<HomeServer> server;

  /**
   * The mirrors of a node.
   *
   * @param node the name of this node
   * @param server that of a worker
   */
  public Mirrors(
      Store store, Git git, String node, Path dataDirectory, Optional<HomeServer> server) {
    this.store = store;
    this.git = git;
    this.node = node;
    this.directory = dataDirectory.resolve("mirrors");
    this.server = server;
  }

  /** Says that repositories are here of which nobody said it, if this is a server. */
  public void adopt() {
    if (!store.isShared() || server.isPresent()) {
      return;
    }
    store.write(
        tables -> {
          var all = tables.projects().listAllRepos();
          all.stream()
              .filter(repo -> Files.isDirectory(repo.path()))
              .forEach(repo -> tables.projects().setHome(repo.id(), node));
          return all;
        });
  }

  /** The same workspace, made from what this node has of its repositories. */
  public Workspace local(Tables tables, Workspace workspace) {
    if (!store.isShared()) {
      return workspace;
    }
    var homes = tables.projects().listHomes(workspace.attempt());
    var repos =
        IntStream.range(0, homes.size())
            .mapToObj(
                place -> {
                  var repo = workspace.repos().get(place);
                  return isHere(homes.get(place), repo)
                      ? repo
                      : new WorkspaceRepo(
                          repo.name(),
                          path(homes.get(place).repoId()),
                          repo.targetBranch(),
                          repo.baseCommit(),
                          repo.copied());
                })
            .toList();
    return new Workspace(workspace.attempt(), workspace.root(), workspace.branch(), repos);
  }

  /** The repositories of a workspace as this node has them; none if there are no other nodes. */
  List<Here> list(Workspace workspace) {
    if (!store.isShared()) {
      return List.of();
    }
    var homes = store.read(tables -> tables.projects().listHomes(workspace.attempt()));
    return IntStream.range(0, homes.size())
        .mapToObj(
            place -> {
              var repo = workspace.repos().get(place);
              return new Here(homes.get(place).repoId(), repo, !isHere(homes.get(place), repo));
            })
        .toList();
  }

  /** The repositories of a workspace whose home is another node. */
  List<Here> listMirrors(Workspace workspace) {
    return list(workspace).stream().filter(Here::isMirror).toList();
  }

  /** The files that a new worktree should have and that its mirror cannot give; empty if none. */
  public List<String> listNotCopied(Workspace workspace) {
    return listMirrors(workspace).stream()
        .filter(here -> !here.repo().copied().isEmpty())
        .map(
            here ->
                "%s of repository '%s'"
                    .formatted(String.join(", ", here.repo().copied()), here.repo().name()))
        .toList();
  }

  /**
   * A repository of a workspace on this node.
   *
   * @param isMirror if its home is another one
   */
  record Here(UUID repoId, WorkspaceRepo repo, boolean isMirror) {}

  /** The one other node that is home to all repositories of an attempt; empty if this one is. */
  public Optional<String> findHome(UUID attemptId) {
    return store.isShared()
        ? store.read(tables -> tables.projects().listHomes(attemptId)).stream()
            .flatMap(home -> home.node().stream())
            .filter(home -> !home.equals(node))
            .findFirst()
        : Optional.empty();
  }

  /** The same without those whose repositories came to different nodes after the start. */
  public Optional<String> findOnlyHome(UUID attemptId) {
    var isOne =
        store.read(tables -> tables.projects().listHomes(attemptId)).stream()
                .map(RepoHome::node)
                .distinct()
                .count()
            == 1;
    return findHome(attemptId).filter(_ -> isOne);
  }

  private boolean isHere(RepoHome home, WorkspaceRepo repo) {
    return home.node().filter(name -> isElsewhere(name, repo.repository())).isEmpty();
  }

  private boolean isElsewhere(String home, Path repository) {
    return !home.equals(node)
        // why: servers on one machine have the same path, and need no mirror of it
        && (server.isPresent() || CommonDirectory.find(repository).isEmpty());
  }

  /** The other node that has to be asked about a repository; empty if this one can look at it. */
  public Optional<String> findElsewhere(Tables tables, Repo repo) {
    return store.isShared()
        ? tables.projects().findHome(repo.id()).filter(home -> isElsewhere(home, repo.path()))
        : Optional.empty();
  }

  /** True if this node gets repositories from another one. */
  public boolean isNeeded() {
    return server.isPresent();
  }

  /** Where it is remembered whose work has yet to come home. */
  Path undelivered() {
    return directory.resolve("owed");
  }

  private Path path(UUID repoId) {
    return directory.resolve(repoId + ".git");
  }

  /** Gets what a workspace is made from: its base, and work that came home before. */
  public void fetch(Workspace workspace) {
    for (var mirrored : listMirrors(workspace)) {
      git.exclusively(
          List.of(mirrored.repo().repository()),
          () -> {
            make(mirrored.repo().repository());
            fetchHeads(workspace, mirrored);
            return mirrored;
          });
    }
  }

  /** Gets the branches of the homes as they are now. */
  public void refresh(Workspace workspace) {
    for (var mirrored : listMirrors(workspace)) {
      transfer(mirrored, heads());
    }
  }

  /** Where the last merge of an attempt brought the target branch of a repository. */
  Optional<String> findMerged(Workspace workspace, Here mirrored) {
    return store.read(
        tables ->
            tables.attempts().find(workspace.attempt()).stream()
                .flatMap(attempt -> tables.merges().listDone(attempt.taskId()).stream())
                .filter(
                    merge ->
                        merge.attemptId().equals(workspace.attempt())
                            && merge.repoId().equals(mirrored.repoId()))
                .map(DoneMerge::commit)
                .findFirst());
  }

  /** Gets the branches of a home as they are now, and what merges of an attempt replaced there. */
  void fetchMerged(Workspace workspace, Here mirrored) {
    var replaced = AttemptRefs.mergedBelow(workspace.attempt());
    transfer(
        mirrored,
        Stream.concat(heads().stream(), Stream.of("+" + replaced + "*:" + replaced + "*"))
            .toList());
  }

  private void fetchHeads(Workspace workspace, Here mirrored) {
    var place = new GitPlace.Bare(mirrored.repo().repository());
    var isMissing =
        git.findCommit(place, mirrored.repo().baseCommit()).isEmpty()
            || git.findCommit(place, Branch.ref(mirrored.repo().targetBranch())).isEmpty();
    if (isMissing) {
      fetchRemote(mirrored, place);
      transfer(mirrored, heads());
    }
    fetchEarlier(workspace, mirrored, place);
  }

  /** Most of a new mirror comes from where the repository is published; home gives the rest. */
  private void fetchRemote(Here mirrored, GitPlace mirror) {
    var isNew = git.in(mirror).run("for-each-ref", "--count=1", "refs/heads").lines().isEmpty();
    if (isNew) {
      server
          .flatMap(it -> it.findRemote(mirrored.repoId()))
          .ifPresent(
              remote ->
                  LOG.info(
                      "Repository '{}' {} from {}",
                      mirrored.repo().name(),
                      Remote.fetch(git, mirror, remote, TRANSFER) ? "was fetched" : "does not come",
                      remote));
    }
  }

  /** An attempt that was elsewhere goes on from what came home of it. */
  private void fetchEarlier(Workspace workspace, Here mirrored, GitPlace place) {
    var home = AttemptRefs.homeBelow(workspace.attempt());
    transfer(mirrored, List.of("+" + home + "*:" + home + "*"));
    git.findCommit(place, AttemptRefs.homeBranch(workspace.attempt()))
        .ifPresent(
            commit ->
                git.in(place).run("update-ref", AttemptRefs.seen(workspace.attempt()), commit));
  }

  private static List<String> heads() {
    return List.of(
        "+refs/heads/*:refs/heads/*",
        // why not: branches of attempts belong to the node that has the attempt
        "^refs/heads/" + BranchName.PREFIX + "*",
        "+refs/tags/*:refs/tags/*");
  }

  private void make(Path mirror) {
    if (Files.isDirectory(mirror)) {
      return;
    }
    try {
      Files.createDirectories(directory);
      var half = Files.createTempDirectory(directory, ".new");
      git.run(
          GitCommand.in(
              new GitPlace.Discovered(directory), "init", "--quiet", "--bare", half.toString()));
      Files.move(half, mirror, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("%s cannot be made".formatted(mirror), e);
    }
  }

  private void transfer(Here mirrored, List<String> refspecs) {
    var words = new ArrayList<>(List.of("fetch", "--quiet", "--no-tags", "--no-write-fetch-head"));
    var home = requireServer(mirrored.repoId());
    words.add(home.repository(mirrored.repoId()));
    words.addAll(refspecs);
    var ignored = run(home, mirrored, words, "cannot be had from");
  }

  /** Where the work of an attempt is at home at this moment. */
  HomeRefs listHome(Here mirrored, UUID attemptId) {
    var home = requireServer(mirrored.repoId());
    var words =
        List.of(
            "ls-remote",
            "--quiet",
            home.repository(mirrored.repoId()),
            AttemptRefs.homeBelow(attemptId) + "*");
    return HomeRefs.parse(
        attemptId, run(home, mirrored, words, "cannot be looked at on").lines().stream());
  }

  /** Gets a commit that somebody else brought home; true if a branch there has it. */
  boolean fetchForeign(Here mirrored, String commit) {
    transfer(mirrored, Stream.concat(heads().stream(), Stream.of(commit)).toList());
    return !git.in(new GitPlace.Bare(mirrored.repo().repository()))
        .run("for-each-ref", "--count=1", "--contains", commit, "refs/heads")
        .lines()
        .isEmpty();
  }

  /** Brings refs home. */
  void push(Here mirrored, List<String> options, List<String> refspecs) {
    var words = new ArrayList<>(List.of("push", "--quiet", "--no-verify"));
    words.addAll(options);
    var home = requireServer(mirrored.repoId());
    words.add(home.repository(mirrored.repoId()));
    words.addAll(refspecs);
    var ignored = run(home, mirrored, words, "does not get its work at");
  }

  private GitOutput run(HomeServer home, Here mirrored, List<String> words, String problem) {
    var command =
        GitCommand.in(new GitPlace.Bare(mirrored.repo().repository()), words)
            .withEnvironment(home.gitVariables())
            .within(TRANSFER);
    var output = git.attempt(command);
    if (!output.succeeded()) {
      throw new UnreachableSourceException(
          "Repository '%s' %s %s: %s"
              .formatted(mirrored.repo().name(), problem, home, home.reason(said(output))));
    }
    return output;
  }

  /** Without the line that only says where a push went, because the first one is logged. */
  private static String said(GitOutput output) {
    return output
        .error()
        .lines()
        .filter(line -> !line.startsWith("To "))
        .collect(Collectors.joining("\n"))
        .strip();
  }

  private HomeServer requireServer(UUID repoId) {
    return server.orElseThrow(
        () ->
            new ToolFailure(
                BoardFailureCode.NODE_UNAVAILABLE,
                "Repository %s is on another server, and this one has no way to it"
                    .formatted(repoId),
                "Repeat the call at the server that has the repository",
                Map.of("repo_id", repoId)));
  }
}
