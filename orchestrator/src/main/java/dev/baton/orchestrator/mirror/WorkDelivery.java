package dev.baton.orchestrator.mirror;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.FailureLine;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.CommitObject;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.UnreachableSourceException;
import dev.baton.orchestrator.workspace.Checkpoints;
import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import dev.baton.orchestrator.workspace.Workspaces;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the work of attempts to the homes of their repositories, and makes workspaces of what came
 * home. Committed, uncommitted and untracked work comes alike. Thread safe.
 */
public final class WorkDelivery {
  private static final Logger LOG = LoggerFactory.getLogger(WorkDelivery.class);

  private final Mirrors mirrors;
  private final Git git;
  private final Checkpoints checkpoints;
  private final Workspaces workspaces;

  private final BroughtWork brought = new BroughtWork();
  private final UndeliveredAttempts undelivered;

  public WorkDelivery(Mirrors mirrors, Git git, Checkpoints checkpoints, Workspaces workspaces) {
    this.mirrors = mirrors;
    this.git = git;
    this.checkpoints = checkpoints;
    this.workspaces = workspaces;
    undelivered = UndeliveredAttempts.in(mirrors.undelivered());
  }

  /**
   * Brings home what is new; says why something could not be brought, which is said in the log too
   * and remembered until it was.
   *
   * @param isOurs whether this node still has the attempt
   */
  public Optional<String> bring(Workspace workspace, BooleanSupplier isOurs) {
    var problem = Optional.<String>empty();
    for (var here : mirrors.list(workspace)) {
      try {
        brought.inTurn(workspace.attempt(), () -> bringInTurn(workspace, here, isOurs));
      } catch (ToolFailure | GitException | UncheckedIOException e) {
        // why without the trace: a home that is away or busy is expected, and git says which
        if (undelivered.add(workspace.attempt())) {
          LOG.warn(
              "Work of attempt {} is not at home yet and is brought again: {}",
              workspace.attempt(),
              FailureLine.of(e));
        }
        LOG.debug("Work of attempt {} is not at home yet", workspace.attempt(), e);
        problem = Optional.of(FailureLine.of(e));
      }
    }
    if (problem.isEmpty()) {
      undelivered.remove(workspace.attempt());
    }
    return problem;
  }

  /** The attempts whose work could not be brought when it should have been. */
  public List<UUID> listUndelivered() {
    return undelivered.list();
  }

  /** Forgets an attempt of which nothing is left here that could be brought. */
  public void forget(UUID attemptId) {
    undelivered.remove(attemptId);
  }

  private void bringInTurn(Workspace workspace, Mirrors.Here here, BooleanSupplier isOurs) {
    var attempt = workspace.attempt();
    var now = checkpoints.look(workspace, here.repo());
    var place = place(here.repo());
    var seen =
        here.isMirror() ? mirrors.listHome(here, attempt) : HomeRefs.read(git, place, attempt);
    var wanted = HomeRefs.of(attempt, now);
    if (!wanted.equals(seen)) {
      // why not before: who took the attempt over since then has moved what was seen
      if (!isOurs.getAsBoolean()) {
        throw new UnreachableSourceException("it goes on at another node");
      }
      // why at home too: the attempt can go on at another node, which gets what is told so
      if (here.isMirror()) {
        push(here, wanted, seen);
      } else if (!wanted.move(git, place, seen)) {
        throw new UnreachableSourceException("its refs were moved meanwhile");
      }
    }
    brought.note(attempt, here.repo().name(), now);
  }

  /** What somebody else brought, and is nowhere else, stays aside. */
  private void push(Mirrors.Here here, HomeRefs wanted, HomeRefs seen) {
    var refspecs = new ArrayList<>(wanted.refspecs());
    seen.point()
        .map(Checkpoint::whole)
        .filter(commit -> git.findCommit(place(here.repo()), commit).isEmpty())
        .filter(commit -> !mirrors.fetchForeign(here, commit))
        .map(commit -> commit + ":" + AttemptRefs.aside(wanted.attempt(), commit))
        .ifPresent(refspecs::add);
    mirrors.push(here, wanted.leases(seen), refspecs);
  }

  private boolean isBrought(Workspace workspace, WorkspaceRepo repo, Checkpoint now) {
    return brought.isAtHome(workspace.attempt(), repo.name(), now);
  }

  /**
   * Puts a workspace to what a merge at home made of all its work, as a merge here would have done;
   * otherwise what comes next would be done on top of work that the target has in other commits.
   */
  public void followMerges(Workspace workspace) {
    for (var here : mirrors.listMirrors(workspace)) {
      try {
        mirrors
            .findMerged(workspace, here)
            .ifPresent(
                merged ->
                    brought.inTurn(
                        workspace.attempt(), () -> followInTurn(workspace, here, merged)));
      } catch (ToolFailure | GitException | UncheckedIOException e) {
        // why not a failure: the work can go on, and merges as work that others have changed too
        LOG.warn(
            "Attempt {} goes on without what was merged of it: {}",
            workspace.attempt(),
            FailureLine.of(e));
      }
    }
  }

  private void followInTurn(Workspace workspace, Mirrors.Here here, String merged) {
    var now = checkpoints.look(workspace, here.repo());
    if (now.merging().isPresent() || git.isAncestor(place(here.repo()), merged, now.commit())) {
      return;
    }
    mirrors.fetchMerged(workspace, here);
    if (isMerged(workspace, here.repo(), now)) {
      checkpoints.rewind(workspace, here.repo(), new Checkpoint(merged, Optional.empty()));
    }
  }

  /** True if commits that a merge replaced have all of a state. */
  private boolean isMerged(Workspace workspace, WorkspaceRepo repo, Checkpoint now) {
    var place = place(repo);
    var tree = CommitObject.read(git, place, now.whole()).tree();
    return git
        .in(place)
        .run("for-each-ref", "--format=%(objectname)", AttemptRefs.mergedBelow(workspace.attempt()))
        .lines()
        .stream()
        .anyMatch(
            replaced ->
                (now.files().isEmpty() && git.isAncestor(place, now.commit(), replaced))
                    || CommitObject.read(git, place, replaced).tree().equals(tree));
  }

  /** Brings home what was kept of an attempt that goes away here. */
  public void bringKept(Workspace workspace) {
    for (var mirror : mirrors.listMirrors(workspace)) {
      var kept = AttemptRefs.keptBelow(workspace.attempt());
      try {
        mirrors.push(mirror, List.of(), List.of("+" + kept + "*:" + kept + "*"));
      } catch (ToolFailure | GitException e) {
        LOG.warn(
            "What was kept of attempt {} is not at home: {}",
            workspace.attempt(),
            FailureLine.of(e));
      }
    }
    workspace.repos().forEach(repo -> brought.forget(workspace.attempt(), repo.name()));
  }

  /**
   * Brings home what an agent did that went on after its attempt had gone elsewhere.
   *
   * @return the refs at home that have it; none for what came home before
   */
  public List<String> bringAside(Workspace workspace) {
    var refs = new ArrayList<String>();
    for (var mirror : mirrors.listMirrors(workspace)) {
      var now = checkpoints.look(workspace, mirror.repo());
      if (!isBrought(workspace, mirror.repo(), now)) {
        var ref = AttemptRefs.aside(workspace.attempt(), now.whole());
        mirrors.push(mirror, List.of(), List.of("+" + now.whole() + ":" + ref));
        refs.add(ref);
      }
      brought.forget(workspace.attempt(), mirror.repo().name());
    }
    return refs;
  }

  /** Puts what came home before into a workspace that was made anew. */
  public void unpack(Workspace workspace) {
    for (var repo : workspace.repos()) {
      findHome(workspace.attempt(), repo)
          .ifPresent(point -> checkpoints.rewind(workspace, repo, point));
    }
  }

  /** True if work of every repository came home, here. */
  public boolean isHere(Workspace workspace) {
    return workspace.repos().stream()
        .allMatch(repo -> findHome(workspace.attempt(), repo).isPresent());
  }

  /** Does something while nobody brings work of the attempt, or makes a stand-in of it. */
  public void alone(UUID attemptId, Runnable work) {
    brought.inTurn(attemptId, work);
  }

  /** Makes a workspace at home of what came home; what is there and newer stays kept. */
  public void standIn(Workspace workspace) {
    standIn(workspace, () -> false);
  }

  /**
   * The same for somebody who only looks.
   *
   * @param isInUse whether somebody works in it, so that it must stay as it is; who begins to after
   *     this was asked waits until it is made
   */
  public void standIn(Workspace workspace, BooleanSupplier isInUse) {
    brought.inTurn(
        workspace.attempt(),
        () -> {
          if (!Files.exists(workspace.root()) || !isInUse.getAsBoolean()) {
            makeStandIn(workspace);
          }
        });
  }

  private void makeStandIn(Workspace workspace) {
    var attempt = workspace.attempt();
    var points = new LinkedHashMap<WorkspaceRepo, Checkpoint>();
    for (var repo : workspace.repos()) {
      var home = findHome(attempt, repo).orElseThrow();
      points.put(repo, home);
      git.in(place(repo)).run("update-ref", AttemptRefs.seen(attempt), home.commit());
    }
    var ignored = workspaces.restore(workspace);
    points.forEach(
        (repo, home) -> {
          var now = checkpoints.look(workspace, repo);
          if (!now.whole().equals(home.whole())
              || !now.commit().equals(home.commit())
              || !now.merging().equals(home.merging())) {
            checkpoints.rewind(workspace, repo, home);
          }
          brought.note(attempt, repo.name(), home);
        });
  }

  /**
   * What a stand-in is now is what came home of the attempt.
   *
   * @return false if more came home since the stand-in was made, which is left as it is
   */
  public boolean settle(Workspace workspace) {
    return workspace.repos().stream()
        .allMatch(
            repo ->
                brought
                    .find(workspace.attempt(), repo.name())
                    .filter(made -> settle(workspace, repo, made))
                    .isPresent());
  }

  /**
   * The same after a merge.
   *
   * @param tips where the merge found the branch of the stand-in, for each repository
   */
  public void settleMerged(Workspace workspace, Map<String, String> tips) {
    tips.forEach(
        (repoName, tip) -> {
          // why: after a crash nobody remembers of what the stand-in was made
          var made =
              brought
                  .find(workspace.attempt(), repoName)
                  .orElseGet(() -> new Checkpoint(tip, Optional.empty()));
          var isSettled = settle(workspace, workspace.repo(repoName), made);
          LOG.debug("What came home of {} is what was merged: {}", repoName, isSettled);
        });
  }

  private boolean settle(Workspace workspace, WorkspaceRepo repo, Checkpoint made) {
    var attempt = workspace.attempt();
    var now = checkpoints.look(workspace, repo);
    var seen = HomeRefs.read(git, place(repo), attempt);
    var isSettled =
        seen.point().equals(Optional.of(made))
            && HomeRefs.of(attempt, now).move(git, place(repo), seen);
    if (isSettled) {
      brought.note(attempt, repo.name(), now);
    }
    return isSettled;
  }

  private Optional<Checkpoint> findHome(UUID attempt, WorkspaceRepo repo) {
    return HomeRefs.read(git, place(repo), attempt).point();
  }

  private static GitPlace place(WorkspaceRepo repo) {
    return new GitPlace.Bare(CommonDirectory.of(repo.repository()));
  }
}
