package dev.baton.orchestrator.turn;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.Repo;
import dev.baton.orchestrator.failure.AtOtherNode;
import dev.baton.orchestrator.fleet.NodeSetup;
import dev.baton.orchestrator.mirror.Mirrors;
import dev.baton.orchestrator.mirror.WorkDelivery;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.transcript.LogChannel;
import dev.baton.orchestrator.transcript.NewEntry;
import dev.baton.orchestrator.turn.AttemptHolds.Hold;
import dev.baton.orchestrator.workspace.KeptRef;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import dev.baton.orchestrator.workspace.Workspaces;
import java.nio.file.Files;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The workspaces of attempts: made when first needed, brought back when gone. Thread safe. */
public final class AttemptWorkspaces {
  private static final Logger LOG = LoggerFactory.getLogger(AttemptWorkspaces.class);

  private final Store store;
  private final Node node;
  private final Workspaces workspaces;
  private final Mirrors mirrors;
  private final WorkDelivery delivery;
  private final Clock clock;
  private final AttemptHolds holds = new AttemptHolds();

  public AttemptWorkspaces(
      Store store,
      Node node,
      Workspaces workspaces,
      Mirrors mirrors,
      WorkDelivery delivery,
      Clock clock) {
    this.store = store;
    this.node = node;
    this.workspaces = workspaces;
    this.mirrors = mirrors;
    this.delivery = delivery;
    this.clock = clock;
  }

  /**
   * Gives attempts that came from another data directory, as by an import, a place in this one. A
   * workspace that is still there is used where it is.
   */
  public void adopt() {
    var gone =
        store.read(tables -> tables.placements().listOutside(node.name(), workspaces.data()));
    gone.entrySet()
        .removeIf(
            attempt ->
                !workspaces.isOfAnotherBoard(attempt.getKey(), attempt.getValue())
                    || Files.exists(attempt.getValue()));
    if (!gone.isEmpty()) {
      store.write(
          tables -> {
            gone.keySet().forEach(id -> tables.placements().setRoot(id, workspaces.root(id)));
            return gone;
          });
    }
  }

  /** What the workspace of an attempt is, whether its directories exist or not. */
  public static Workspace describe(Tables tables, Attempt attempt) {
    var repos = tables.projects().listReposOfAttempt(attempt.id());
    var chosen = tables.attempts().listRepos(attempt.id());
    List<WorkspaceRepo> described = new ArrayList<>();
    for (int place = 0; place < repos.size(); place++) {
      described.add(describe(chosen.get(place), repos.get(place)));
    }
    return new Workspace(attempt.id(), attempt.root(), attempt.branch(), described);
  }

  private static WorkspaceRepo describe(AttemptRepo chosen, Repo repo) {
    return new WorkspaceRepo(
        chosen.repoName(),
        repo.path(),
        chosen.targetBranch(),
        chosen.baseCommit(),
        repo.scripts().copyFiles());
  }

  public Workspace describe(Attempt attempt) {
    var workspace = store.read(tables -> mirrors.local(tables, describe(tables, attempt)));
    // why another root: at home there is a stand-in for the workspace of another node
    return node.has(attempt) ? workspace : workspace.at(workspaces.root(attempt.id()));
  }

  /**
   * The workspace with all its directories.
   *
   * @throws ToolFailure if nothing of the work is there any more
   */
  public Workspace ensure(Attempt attempt) {
    return ensure(attempt, _ -> {}, repo -> refuseLost(attempt, repo));
  }

  /** The same for whoever drives the attempt; what is lost begins anew. */
  Workspace ensure(Attempt attempt, Claim claim) {
    return ensure(attempt, claim::check, _ -> {});
  }

  private static void refuseLost(Attempt attempt, WorkspaceRepo repo) {
    // why not for one that has no workspace yet: what is not there was not made
    if (attempt.hasWorkspace()) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "Branch '%s' of attempt %s is gone from %s, and so is its worktree: nothing of its work is there"
              .formatted(attempt.branch(), attempt.id(), repo.repository()),
          "Bring the branch back in that repository, as with 'git branch %s COMMIT', and repeat the call; or call follow_up, which begins anew where the branch began"
              .formatted(attempt.branch()),
          Map.of("attempt_id", attempt.id(), "branch", attempt.branch()));
    }
  }

  private Workspace ensure(Attempt attempt, Consumer<Tables> check, Consumer<WorkspaceRepo> lost) {
    var workspace = describe(attempt);
    if (attempt.hasWorkspace() || (!store.isShared() && Files.exists(workspace.root()))) {
      workspaces.restore(workspace, () -> refuseIfGone(attempt.id()), lost);
    } else {
      settleDown(workspace);
    }
    if (!attempt.hasWorkspace()) {
      var missing = mirrors.listNotCopied(workspace);
      store.write(
          tables -> {
            check.accept(tables);
            tables.attempts().setWorkspaceMade(attempt.id(), true);
            missing.forEach(files -> sayNotCopied(tables, attempt, files));
            return workspace;
          });
    }
    return workspace;
  }

  private void sayNotCopied(Tables tables, Attempt attempt, String files) {
    var words =
        "Not copied: %s. They are not in git, and node '%s' has the repository from git alone: let a setup script make them"
            .formatted(files, node.name());
    tables
        .processes()
        .findLatest(attempt.id())
        .map(process -> NewEntry.system(process.id(), clock.instant(), words))
        .ifPresent(
            entry -> tables.logs().addBeside(attempt.id(), LogChannel.NORMALIZED, List.of(entry)));
  }

  /** Makes the workspace of an attempt that is new here, with what came home of it before. */
  private void settleDown(Workspace workspace) {
    if (Files.exists(workspace.root())) {
      // why: the attempt was here before, and went on elsewhere since
      var kept = leave(workspace);
      LOG.info("What attempt {} left here is kept: {}", workspace.attempt(), kept);
    }
    mirrors.fetch(workspace);
    if (store.isShared()) {
      var kept = workspaces.takeOver(workspace);
      LOG.debug("Attempt {} is here; kept of before: {}", workspace.attempt(), kept);
    }
    workspaces.create(workspace);
    if (store.isShared()) {
      delivery.unpack(workspace);
    }
  }

  /** Does the work of a deletion; meanwhile nothing begins in the attempt or comes back. */
  public <T> T close(UUID attemptId, Supplier<T> work) {
    return holds.during(attemptId, Hold.DELETION, work);
  }

  /** Does the work of an update; meanwhile nothing begins in the attempt. */
  public <T> T update(UUID attemptId, Supplier<T> work) {
    return holds.during(attemptId, Hold.UPDATE, work);
  }

  /** Does the work of a merge; meanwhile nothing begins in the attempt. */
  public <T> T merge(UUID attemptId, Supplier<T> work) {
    return holds.during(attemptId, Hold.MERGE, work);
  }

  /** Does the work of a push; meanwhile nothing begins in the attempt. */
  public <T> T push(UUID attemptId, Supplier<T> work) {
    return holds.during(attemptId, Hold.PUSH, work);
  }

  /** Does the work of a delivery; meanwhile nothing begins in the attempt. */
  public <T> T deliver(UUID attemptId, Supplier<T> work) {
    return holds.during(attemptId, Hold.DELIVERY, work);
  }

  /** To be asked before something is recorded that begins in the attempt. */
  public void refuseIfHeld(UUID attemptId) {
    holds.refuseIfHeld(attemptId);
  }

  private void refuseIfGone(UUID attemptId) {
    holds.refuseIfGoing(attemptId);
    if (store.read(tables -> tables.attempts().find(attemptId)).isEmpty()) {
      throw new ToolFailure(
          FailureCode.NOT_FOUND,
          "Attempt %s was deleted meanwhile".formatted(attemptId),
          "Call list_task_attempts to see which attempts there are");
    }
  }

  /** A commit of the files as they are, if something is not committed; nothing moves. */
  public Optional<String> snapshot(Workspace workspace, WorkspaceRepo repo) {
    return workspaces.snapshot(workspace, repo);
  }

  /** All that is kept of an attempt. */
  public List<KeptRef> listKept(Workspace workspace) {
    return workspaces.listKept(workspace);
  }

  /** Removes worktrees and branch; returns where unmerged work is kept. */
  public List<KeptRef> remove(Attempt attempt) {
    var workspace = describe(attempt);
    var kept = workspaces.remove(workspace);
    delivery.bringKept(workspace);
    return kept;
  }

  /**
   * Brings what is new of an attempt to the homes of its repositories; says why something could not
   * be brought.
   */
  public Optional<String> bringHome(Attempt attempt) {
    return isOurs(attempt)
        ? delivery.bring(describe(attempt), () -> isOurs(attempt))
        : Optional.of("attempt %s goes on at another node".formatted(attempt.id()));
  }

  /** Asked again: what another node brings home must not be replaced. */
  private boolean isOurs(Attempt attempt) {
    return store.read(tables -> tables.attempts().find(attempt.id())).filter(node::has).isPresent();
  }

  /** Lets an attempt go on from what merges at the homes of its repositories made of its work. */
  public void followMerges(Attempt attempt) {
    delivery.followMerges(describe(attempt));
  }

  /** Brings again what could not be brought before. */
  public void bringUndelivered() {
    for (var attemptId : delivery.listUndelivered()) {
      var attempt = store.read(tables -> tables.attempts().find(attemptId)).filter(node::has);
      if (attempt.filter(Attempt::hasWorkspace).isEmpty()) {
        delivery.forget(attemptId);
      } else if (bringHome(attempt.get()).isEmpty()) {
        LOG.info("Work of attempt {} is at home now", attemptId);
      }
    }
  }

  /** What came home of another node's attempt, to work with; empty if nothing came, or not here. */
  public Optional<Workspace> findStandIn(Attempt attempt) {
    var standIn = describeStandIn(attempt).filter(delivery::isHere);
    standIn.ifPresent(delivery::standIn);
    return standIn;
  }

  /** The same for who only looks at it; what others do with it now is not disturbed. */
  public Optional<Workspace> showStandIn(Attempt attempt) {
    var standIn = describeStandIn(attempt).filter(delivery::isHere);
    standIn.ifPresent(it -> delivery.standIn(it, () -> holds.isHeld(attempt.id())));
    return standIn;
  }

  /** The same for what is done where the repositories are; refused if that is another node. */
  public Optional<Workspace> findAtHome(Attempt attempt) {
    if (attempt.isRunning()) {
      return Optional.empty();
    }
    refuseAwayFromHome(attempt);
    return showStandIn(attempt);
  }

  /** The stand-in as it would be, without being made; empty if this is not the home. */
  public Optional<Workspace> describeStandIn(Attempt attempt) {
    return node.has(attempt) || mirrors.findHome(attempt.id()).isPresent() || isAtServer(attempt)
        ? Optional.empty()
        : Optional.of(describe(attempt));
  }

  /** The other node at which a stand-in may be: the home of all repositories of an attempt. */
  public Optional<String> findOnlyHome(Attempt attempt) {
    return mirrors.findOnlyHome(attempt.id());
  }

  /** Removes worktrees and branch of a stand-in whose attempt is gone; returns what is kept. */
  public List<String> removeStandIn(Workspace standIn) {
    return names(workspaces.remove(standIn));
  }

  /** Servers work in the repositories themselves, where their worktrees hold the branch. */
  private boolean isAtServer(Attempt attempt) {
    return attempt
        .home()
        .flatMap(home -> store.read(tables -> tables.nodes().find(home)))
        .filter(there -> there.kind() == NodeSetup.Kind.SERVER)
        .isPresent();
  }

  /** What a stand-in is now is what came home of its attempt; false if more came meanwhile. */
  public boolean settle(Attempt attempt) {
    return delivery.settle(describe(attempt));
  }

  /** The same after a merge that found the branch of the stand-in at these commits. */
  public void settleMerged(Attempt attempt, Map<String, String> tips) {
    delivery.settleMerged(describe(attempt), tips);
  }

  /** Refuses what is done at the home of the repositories, if that is another node. */
  public void refuseAwayFromHome(Attempt attempt) {
    findHomeElsewhere(attempt)
        .ifPresent(
            home -> {
              throw new AtOtherNode(
                  home,
                  "The repositories of attempt %s are on node '%s'".formatted(attempt.id(), home),
                  "Repeat the call at that server",
                  Map.of("attempt_id", attempt.id()));
            });
  }

  /** The other node that ships the work of an attempt, because it has the repositories. */
  public Optional<String> findHomeElsewhere(Attempt attempt) {
    return mirrors.findHome(attempt.id()).filter(_ -> !node.has(attempt) || mirrors.isNeeded());
  }

  /** Gets the branches that an attempt is compared with and merged into as they are now. */
  public void refresh(Attempt attempt) {
    mirrors.refresh(describe(attempt));
  }

  /** Removes worktrees and leaves the branch, unless somebody uses them; returns what is kept. */
  public Optional<List<KeptRef>> shelve(Attempt attempt, BooleanSupplier isUnused) {
    return workspaces.shelve(describe(attempt), isUnused);
  }

  /** Removes the worktrees here of an attempt that went elsewhere; returns what is kept. */
  public List<String> leave(Attempt attempt) {
    var workspace = describe(attempt).at(workspaces.root(attempt.id()));
    var kept = new ArrayList<String>();
    delivery.alone(attempt.id(), () -> kept.addAll(clear(attempt, workspace)));
    return kept;
  }

  private List<String> clear(Attempt attempt, Workspace workspace) {
    if (!Files.exists(workspace.root())) {
      return List.of();
    }
    // why: a stand-in is at the same place, and may be merged at this moment
    holds.refuseIfHeld(attempt.id());
    return mirrors.isNeeded() || !isAtServer(attempt)
        ? leave(workspace)
        // why the branch stays: that server may have it in the same repository
        : names(workspaces.shelve(workspace, () -> true).orElseThrow());
  }

  private List<String> leave(Workspace workspace) {
    var aside = delivery.bringAside(workspace);
    var kept = workspaces.remove(workspace);
    // why: what came home is named as it is there
    return mirrors.isNeeded() ? aside : names(kept);
  }

  private static List<String> names(List<KeptRef> kept) {
    return kept.stream().map(KeptRef::ref).toList();
  }

  /** Deletes what calls left behind that were cut short; to be called when no other call runs. */
  public void sweep() {
    workspaces.sweep();
  }
}
