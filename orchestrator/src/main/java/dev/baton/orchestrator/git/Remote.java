package dev.baton.orchestrator.git;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Another copy of a repository, to which branches are pushed. Nobody is asked for a password, and
 * no hook of the repository runs.
 *
 * @param url where it is pushed to; may hold a secret
 * @param ownUrl what the user calls it, where settings of git lead somewhere else
 */
public record Remote(String name, String url, String ownUrl) {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String ORIGIN = "origin";

  /** A remote of one command, for an address that is only pushed to. */
  private static final String PUSHED_TO = "baton-pushed-to";

  /** A remote that does not answer within this time is not asked for more. */
  private static final Duration REACHED = Duration.ofSeconds(20);

  /** An address that means the same wherever it is read; paths may be there on several machines. */
  private static final Pattern ABSOLUTE = Pattern.compile("^(?:/|[a-z+]+://|[\\w.-]+@[\\w.-]+:)");

  /** With what git finds the login of the user. */
  private static final Set<String> LOGIN =
      Set.of(
          "SSH_AUTH_SOCK",
          "GIT_SSH",
          "GIT_SSH_COMMAND",
          "GH_TOKEN",
          "GITHUB_TOKEN",
          "GH_ENTERPRISE_TOKEN",
          "GITHUB_ENTERPRISE_TOKEN",
          "GH_CONFIG_DIR",
          "GITLAB_TOKEN",
          "GLAB_CONFIG_DIR",
          "DBUS_SESSION_BUS_ADDRESS",
          "XDG_RUNTIME_DIR");

  /** How a push ended. */
  public sealed interface Pushed {
    /** The branch of the remote has the commit. */
    record Done() implements Pushed {}

    /** The remote's branch has work that is not ours. */
    record Overtaken(String commit) implements Pushed {}

    /** Git or the remote refused it. */
    record Refused(String reason) implements Pushed {}
  }

  /** The remote of a branch: its upstream's, else origin, else the only one. */
  public static Optional<Remote> find(Git git, GitPlace place, String branch) {
    var names = git.in(place).run("remote").lines();
    return setting(git, place, "branch.%s.remote".formatted(branch))
        .filter(names::contains)
        .or(() -> Optional.of(ORIGIN).filter(names::contains))
        .or(() -> names.size() == 1 ? Optional.of(names.getFirst()) : Optional.empty())
        .map(name -> of(git, place, name));
  }

  /** Where others may get a repository, without a secret: its origin, else its only remote. */
  static Optional<String> findSource(Git git, GitPlace place) {
    var names = git.in(place).run("remote").lines();
    return Optional.of(ORIGIN)
        .filter(names::contains)
        .or(() -> names.size() == 1 ? Optional.of(names.getFirst()) : Optional.empty())
        .flatMap(name -> setting(git, place, "remote.%s.url".formatted(name)))
        .map(url -> url.replaceFirst("^(https?://)[^/@]*@", "$1"))
        .filter(url -> ABSOLUTE.matcher(url).find());
  }

  /** Gets all branches of a remote into a mirror; false if it cannot be reached. */
  public static boolean fetch(Git git, GitPlace mirror, String url, Duration most) {
    return run(git, mirror, List.of("ls-remote", "--quiet", "--heads", "--", url), REACHED)
            .succeeded()
        && run(
                git,
                mirror,
                List.of(
                    "fetch",
                    "--quiet",
                    "--no-tags",
                    "--no-write-fetch-head",
                    url,
                    "+refs/heads/*:refs/remotes/%s/*".formatted(ORIGIN)),
                most)
            .succeeded();
  }

  private static Remote of(Git git, GitPlace place, String name) {
    var url = git.in(place).run("remote", "get-url", "--push", "--", name).lines().getFirst();
    return new Remote(name, url, setting(git, place, "remote.%s.url".formatted(name)).orElse(url));
  }

  /** What a branch here is called on the remote. */
  public static String upstream(Git git, GitPlace place, String branch) {
    return setting(git, place, "branch.%s.merge".formatted(branch))
        .filter(ref -> ref.startsWith(Branch.PREFIX))
        .map(ref -> ref.substring(Branch.PREFIX.length()))
        .orElse(branch);
  }

  private static Optional<String> setting(Git git, GitPlace place, String key) {
    var output = git.in(place).attempt("config", "--get", key);
    return output.succeeded() ? output.lines().stream().findFirst() : Optional.empty();
  }

  /**
   * Brings a branch to the remote. What the remote has is replaced only if it is our own: a commit
   * of the branch before it was rewritten, which one of the refs still has.
   *
   * @param own below which the branch's earlier commits are kept
   * @param pushed what was pushed before, if anything was
   */
  public Pushed push(Git git, GitPlace place, String branch, String own, Set<String> pushed) {
    var ref = Branch.ref(branch);
    var there = look(git, place, ref);
    if (!there.succeeded()) {
      return new Pushed.Refused(there.error());
    }
    var old = there.text().isBlank() ? "" : there.text().split("\\s", 2)[0];
    var isRewritten = !old.isEmpty() && !git.isAncestor(place, old, ref);
    if (isRewritten && !pushed.contains(old) && !isKept(git, place, old, own)) {
      return new Pushed.Overtaken(old);
    }
    var arguments =
        new ArrayList<>(
            List.of(
                "push",
                "--porcelain",
                "--no-verify",
                "--no-follow-tags",
                "--recurse-submodules=no",
                // why always: between the look and the push somebody else may have pushed
                "--force-with-lease=%s:%s".formatted(ref, old)));
    arguments.addAll(List.of("--", name, ref + ":" + ref));
    var output = run(git, place, arguments, LIMIT);
    if (output.succeeded()) {
      return new Pushed.Done();
    }
    return output.text().contains("stale info")
        ? new Pushed.Overtaken(old)
        : new Pushed.Refused((output.error() + "\n" + output.text()).strip());
  }

  private static boolean isKept(Git git, GitPlace place, String commit, String below) {
    var refs =
        git.in(place)
            .attempt(
                "for-each-ref", "--count=1", "--format=%(refname)", "--contains", commit, below);
    return refs.succeeded() && !refs.text().isEmpty();
  }

  /** What a ref is there where it is pushed to, which may be another place than it comes from. */
  private GitOutput look(Git git, GitPlace place, String ref) {
    var environment = environment(git, place);
    var from = git.in(place).run("remote", "get-url", "--", name).lines().getFirst();
    if (from.equals(url)) {
      return run(git, place, List.of("ls-remote", "--", name, ref), environment, LIMIT);
    }
    // why not as an argument: everybody on this machine can read those, and it may hold a secret
    environment.put("GIT_CONFIG_COUNT", "1");
    environment.put("GIT_CONFIG_KEY_0", "remote.%s.url".formatted(PUSHED_TO));
    environment.put("GIT_CONFIG_VALUE_0", url);
    return run(git, place, List.of("ls-remote", "--", PUSHED_TO, ref), environment, LIMIT);
  }

  private static GitOutput run(Git git, GitPlace place, List<String> arguments, Duration most) {
    return run(git, place, arguments, environment(git, place), most);
  }

  private static GitOutput run(
      Git git,
      GitPlace place,
      List<String> arguments,
      Map<String, String> environment,
      Duration most) {
    return git.attempt(GitCommand.in(place, arguments).withEnvironment(environment).within(most));
  }

  private static Map<String, String> environment(Git git, GitPlace place) {
    var environment = new HashMap<>(System.getenv());
    environment.keySet().retainAll(LOGIN);
    // why: an address may also name a program to run
    environment.put("GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh");
    if (setting(git, place, "core.sshCommand").isEmpty()) {
      // why: ssh asks for pass phrases at the terminal of whoever started the server
      environment.putIfAbsent("GIT_SSH_COMMAND", "ssh -o BatchMode=yes");
    }
    return environment;
  }
}
