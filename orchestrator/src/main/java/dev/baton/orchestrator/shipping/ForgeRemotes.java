package dev.baton.orchestrator.shipping;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.forge.Forge;
import dev.baton.orchestrator.forge.Forges;
import dev.baton.orchestrator.forge.RemoteAddress;
import dev.baton.orchestrator.forge.RepoPullRequest;
import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Branch;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.Remote;
import dev.baton.orchestrator.git.Remote.Pushed;
import dev.baton.orchestrator.workspace.Workspace;
import dev.baton.orchestrator.workspace.WorkspaceRepo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Where the repositories of attempts are pushed to, and the forges that they are on there. */
public final class ForgeRemotes {
  /**
   * The remote of one repository.
   *
   * @param host the forge, or that there is none
   * @param forge empty if nothing is known of the host
   * @param base what the target branch is called there
   */
  record ForgeRemote(Remote remote, String host, Optional<Forge> forge, String base) {
    /** Fails if pull requests cannot be made there at all. */
    Forge requireForge() {
      return forge.orElseThrow(
          () ->
              Forge.unavailable(
                  host,
                  host.equals(RepoPullRequest.NO_HOST)
                      ? "Remote '%s' is a directory, which has no pull requests"
                          .formatted(remote.name())
                      : "Nothing is known of '%s', the host of remote '%s'"
                          .formatted(host, remote.name()),
                  host.equals(RepoPullRequest.NO_HOST)
                      ? "Only push it, or merge it here; call push_attempt or merge_attempt"
                      : "Call push_attempt, which works; for pull requests say in config.yaml what it is: forges: {%s: {kind: gitea}}"
                          .formatted(host)));
    }
  }

  private final Git git;
  private final Forges forges;

  public ForgeRemotes(Git git, Forges forges) {
    this.git = git;
    this.forges = forges;
  }

  ForgeRemote load(WorkspaceRepo repo) {
    var place = place(repo);
    var remote =
        Remote.find(git, place, repo.targetBranch())
            .orElseThrow(
                () ->
                    Forge.unavailable(
                        RepoPullRequest.NO_HOST,
                        "Repository %s has no remote to push to, or several without one that is meant"
                            .formatted(repo.repository()),
                        "Run there: git remote add origin ADDRESS, or git branch --set-upstream-to REMOTE/%s %s; or call merge_attempt, which needs none"
                            .formatted(repo.targetBranch(), repo.targetBranch())));
    var address = RemoteAddress.find(remote.url()).or(() -> RemoteAddress.find(remote.ownUrl()));
    return new ForgeRemote(
        remote,
        address.map(RemoteAddress::host).orElse(RepoPullRequest.NO_HOST),
        address.flatMap(it -> forges.find(it, repo.repository())),
        Remote.upstream(git, place, repo.targetBranch()));
  }

  /** True if the branch has commits that its target lacks. */
  boolean isAhead(Workspace workspace, WorkspaceRepo repo) {
    var branch = git.findCommit(place(repo), Branch.ref(workspace.branch()));
    var target =
        git.findCommit(place(repo), Branch.ref(repo.targetBranch())).orElse(repo.baseCommit());
    return branch.isPresent() && !git.isAncestor(place(repo), branch.get(), target);
  }

  /** True if the branch has no commit that nobody pushed. */
  boolean isPushed(Workspace workspace, WorkspaceRepo repo, RepoPullRequest known) {
    var branch = git.findCommit(place(repo), Branch.ref(workspace.branch()));
    if (branch.isEmpty()) {
      return true;
    }
    var arguments = new ArrayList<>(List.of("rev-list", "--max-count=1", branch.get(), "--not"));
    Stream.concat(known.pushedCommit().stream(), Stream.of(Branch.ref(repo.targetBranch())))
        .flatMap(name -> git.findCommit(place(repo), name).stream())
        .forEach(arguments::add);
    // why these too: people push by hand
    arguments.add("--remotes");
    return git.in(place(repo)).run(arguments).text().isEmpty();
  }

  /** Pushes the branch; returns the commit that the remote now has. */
  String push(ForgeRemote to, Workspace workspace, WorkspaceRepo repo, Set<String> pushed) {
    var place = place(repo);
    var branch = workspace.branch();
    var commit =
        git.findCommit(place, Branch.ref(branch))
            .orElseThrow(
                () ->
                    ToolFailure.notFound(
                        "Repository %s has no branch '%s' any more"
                            .formatted(repo.repository(), branch),
                        "Call start_task_attempt to begin anew"));
    return switch (tryPush(to, workspace, place, pushed)) {
      case Pushed.Done() -> commit;
      case Pushed.Overtaken(var there) ->
          throw new ToolFailure(
              BoardFailureCode.GIT_CONFLICT,
              "Branch '%s' on remote '%s' has commit %s, which is not of this attempt; nothing was pushed"
                  .formatted(branch, to.remote().name(), there),
              "Run in %s: git fetch %s %s && git merge FETCH_HEAD; then repeat the call"
                  .formatted(workspace.worktree(repo), to.remote().name(), branch));
      case Pushed.Refused(var reason) -> throw refused(to, branch, reason);
    };
  }

  private Pushed tryPush(ForgeRemote to, Workspace workspace, GitPlace place, Set<String> pushed) {
    try {
      return to.remote()
          .push(git, place, workspace.branch(), AttemptRefs.keptBelow(workspace.attempt()), pushed);
    } catch (GitException e) {
      return new Pushed.Refused(String.valueOf(e.getMessage()));
    }
  }

  private static ToolFailure refused(ForgeRemote to, String branch, String reason) {
    return Forge.unavailable(
        to.host(),
        "Branch '%s' was not pushed to remote '%s': %s"
            .formatted(branch, to.remote().name(), RemoteAddress.withoutSecrets(reason.strip())),
        "Fix what git reports, then repeat the call. Nobody can be asked for a password here: use an"
            + " SSH agent, a credential helper, or 'gh auth setup-git'");
  }

  /** The top of the repository, because the address of a remote may be a path from there. */
  private static GitPlace place(WorkspaceRepo repo) {
    var ignored = CommonDirectory.of(repo.repository());
    return new GitPlace.Discovered(repo.repository());
  }
}
