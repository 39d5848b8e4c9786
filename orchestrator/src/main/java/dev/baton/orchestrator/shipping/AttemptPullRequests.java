package dev.baton.orchestrator.shipping;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.attempt.AttemptRepo;
import dev.baton.orchestrator.board.BoardTask;
import dev.baton.orchestrator.call.CallSubject;
import dev.baton.orchestrator.call.RequiredText;
import dev.baton.orchestrator.changes.OwnBranch;
import dev.baton.orchestrator.forge.Forge.Proposal;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.shipping.ForgeRemotes.ForgeRemote;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.turn.AttemptWorkspaces;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Pushes the branches of attempts and makes pull requests of them. Thread safe. */
public final class AttemptPullRequests {
  /** What forges take, and what fits into an argument of a program. */
  private static final int LONGEST_BODY = 60_000;

  /** A picture that nobody finds on the forge. */
  private static final Pattern LOCAL_IMAGE =
      Pattern.compile("!\\[[^\\]\\n]*\\]\\((?!https?://)[^)\\n]*\\)");

  /**
   * Work to push.
   *
   * @param repoId only this repository; all of them if empty
   */
  public record PushRequest(UUID attemptId, Optional<UUID> repoId) {}

  /**
   * Work to propose.
   *
   * @param title the task's if empty
   * @param body the task's description if empty
   */
  public record NewPullRequest(
      PushRequest push, Optional<String> title, Optional<String> body, boolean isDraft) {}

  /** One repository of an attempt and where it goes. */
  private record Part(WorkspaceRepo repo, ForgeRemote remote, RepoPullRequest known) {}

  private final Store store;
  private final AttemptWorkspaces workspaces;
  private final DeliveredWork delivered;
  private final ForgeRemotes remotes;
  private final PullRequestWatch watch;
  private final Clock clock;

  public AttemptPullRequests(
      Store store,
      AttemptWorkspaces workspaces,
      DeliveredWork delivered,
      ForgeRemotes remotes,
      PullRequestWatch watch,
      Clock clock) {
    this.store = store;
    this.workspaces = workspaces;
    this.delivered = delivered;
    this.remotes = remotes;
    this.watch = watch;
    this.clock = clock;
  }

  /** Pushes what the attempt has; pull requests that are there get it. */
  public List<RepoPullRequest> push(PushRequest request) {
    return atRest(
        request.attemptId(),
        attempt -> {
          var workspace = delivered.loadCommitted(attempt);
          var parts =
              repos(workspace, request).stream().map(repo -> part(workspace, repo)).toList();
          delivered.commit(attempt);
          return parts.stream().map(part -> push(workspace, part)).toList();
        });
  }

  private RepoPullRequest push(Workspace workspace, Part part) {
    var before = part.known().pushed(pushBranch(workspace, part));
    save(before);
    var pushed = followTarget(part, before);
    return pushed.pullRequest().isPresent() ? watch.lookOrKeep(pushed, part.remote()) : pushed;
  }

  /** An attempt may have another target since its pull request was made. */
  private RepoPullRequest followTarget(Part part, RepoPullRequest known) {
    var target = part.repo().targetBranch();
    if (!known.state().isOpen() || known.targetBranch().equals(target)) {
      return known;
    }
    known
        .pullRequest()
        .ifPresent(
            open -> part.remote().requireForge().setBase(open.number(), part.remote().base()));
    var moved = known.proposedFor(target);
    save(moved);
    return moved;
  }

  private String pushBranch(Workspace workspace, Part part) {
    return remotes.push(
        part.remote(),
        workspace,
        part.repo(),
        part.known().pushedCommit().map(Set::of).orElse(Set.of()));
  }

  /** Pushes, and makes one pull request for each repository with changes that has none. */
  public List<RepoPullRequest> create(NewPullRequest request) {
    request.title().ifPresent(title -> RequiredText.line("title", title));
    request.body().ifPresent(AttemptPullRequests::refuseLong);
    return atRest(request.push().attemptId(), attempt -> create(attempt, request));
  }

  private List<RepoPullRequest> create(Attempt attempt, NewPullRequest request) {
    var workspace = delivered.loadCommitted(attempt);
    var changed =
        repos(workspace, request.push()).stream()
            .filter(
                repo ->
                    remotes.isAhead(workspace, repo)
                        || workspaces.snapshot(workspace, repo).isPresent())
            .toList();
    if (changed.isEmpty()) {
      throw ToolFailure.invalid(
          "/attempt_id",
          "Attempt %s has no changes to propose".formatted(attempt.id()),
          "Call get_attempt_changes to see what it did, and follow_up to let it go on");
    }
    var parts = changed.stream().map(repo -> part(workspace, repo)).toList();
    // why before anything else: what cannot become a pull request is not pushed for one
    parts.forEach(part -> part.remote().requireForge().requireReady());
    delivered.commit(attempt);
    var task = store.read(tables -> CallSubject.task(tables, attempt.taskId()));
    var made = new ArrayList<RepoPullRequest>();
    for (var part : parts) {
      made.add(create(workspace, part, proposal(request, task, workspace, part)));
    }
    return made;
  }

  private RepoPullRequest create(Workspace workspace, Part part, Proposal proposal) {
    var begun = part.known().begun(now());
    save(begun);
    String commit;
    try {
      commit = pushBranch(workspace, part);
    } catch (ToolFailure e) {
      save(part.known());
      throw e;
    }
    var pushed = begun.pushed(commit);
    save(pushed);
    var forge = part.remote().requireForge();
    // why looked for first: a call before may have made it and not lived to say so
    var open =
        afterPush(
            part,
            part.known()
                .pullRequest()
                .map(it -> "pull request #%d was not read".formatted(it.number()))
                .orElse("it is not known whether it has a pull request"),
            () -> forge.findOpen(proposal.branch()));
    var found =
        open.orElseGet(
            () -> afterPush(part, "there is no pull request yet", () -> forge.create(proposal)));
    var seen = pushed.seen(found, now());
    save(seen);
    return followTarget(part, seen);
  }

  /** A failure says that the branch is there, and what is not. */
  private static <T> T afterPush(Part part, String missing, Supplier<T> call) {
    try {
      return call.get();
    } catch (ToolFailure e) {
      throw new ToolFailure(
          e.code(),
          "Branch '%s' was pushed to remote '%s', but %s: %s"
              .formatted(
                  part.known().branch(), part.remote().remote().name(), missing, e.getMessage()),
          e.hint(),
          e.details());
    }
  }

  private static Proposal proposal(
      NewPullRequest request, BoardTask task, Workspace workspace, Part part) {
    var body = request.body().orElseGet(() -> body(task));
    return new Proposal(
        workspace.branch(),
        part.remote().base(),
        request.title().orElseGet(task::title),
        body.length() > LONGEST_BODY ? body.substring(0, LONGEST_BODY) : body,
        request.isDraft());
  }

  /** What a pull request says if nobody says anything else: the task's words. */
  public static String body(BoardTask task) {
    return LOCAL_IMAGE.matcher(task.description().orElse("")).replaceAll("").strip();
  }

  private <T> T atRest(UUID attemptId, Function<Attempt, T> work) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, attemptId));
    CallSubject.refuseUnlessAtRest(attempt);
    delivered.requireHere(attempt);
    return UninterruptedWork.call(
        () -> workspaces.push(attempt.id(), () -> again(attemptId, work)));
  }

  /** Looks once more whether it is at rest, now that nothing can begin. */
  private <T> T again(UUID attemptId, Function<Attempt, T> work) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, attemptId));
    CallSubject.refuseUnlessAtRest(attempt);
    return work.apply(attempt);
  }

  private List<WorkspaceRepo> repos(Workspace workspace, PushRequest request) {
    var chosen =
        request
            .repoId()
            .map(repo -> ChosenRepos.only(store, workspace, repo))
            .orElseGet(workspace::repos);
    chosen.forEach(repo -> OwnBranch.require(workspace, repo));
    return chosen;
  }

  private Part part(Workspace workspace, WorkspaceRepo repo) {
    var remote = remotes.load(repo);
    return store.read(
        tables -> {
          var repoId =
              tables.attempts().listRepos(workspace.attempt()).stream()
                  .filter(each -> each.repoName().equals(repo.name()))
                  .map(AttemptRepo::repoId)
                  .findFirst()
                  .orElseThrow();
          var known = tables.pullRequests().find(workspace.attempt(), repoId);
          return new Part(
              repo,
              remote,
              new RepoPullRequest(
                  workspace.attempt(),
                  repoId,
                  repo.name(),
                  remote.host(),
                  workspace.branch(),
                  known
                      .filter(row -> row.state().isOpen())
                      .map(RepoPullRequest::targetBranch)
                      .orElse(repo.targetBranch()),
                  known.flatMap(RepoPullRequest::pullRequest),
                  known.flatMap(RepoPullRequest::pushedCommit),
                  Optional.empty(),
                  now()));
        });
  }

  /** Stores a pull request, unless its attempt was deleted meanwhile. */
  private void save(RepoPullRequest row) {
    store.write(
        tables -> {
          CallSubject.attempt(tables, row.attemptId());
          tables.pullRequests().save(row);
          return row;
        });
  }

  /** What is said before a pull request is made: where each repository goes. */
  public String outlook(UUID attemptId) {
    var attempt = store.read(tables -> CallSubject.attempt(tables, attemptId));
    delivered.requireHere(attempt);
    return workspaces.describe(attempt).repos().stream()
        .map(
            repo -> {
              var remote = remotes.load(repo);
              return "%s on %s".formatted(remote.remote().name(), remote.host());
            })
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static void refuseLong(String body) {
    if (body.length() > LONGEST_BODY) {
      throw ToolFailure.invalid(
          "/body",
          "body has %d characters, but at most %d are allowed"
              .formatted(body.length(), LONGEST_BODY),
          "Repeat the call with a shorter body");
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
