package dev.baton.orchestrator.git;

import dev.baton.orchestrator.agent.ServerVariables;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The environment and the options that the git program gets. Immutable. */
final class GitEnvironment {
  /** Set by a user on purpose; everything else that begins with GIT_ comes from another call. */
  private static final Set<String> FROM_OUTSIDE =
      Set.of(
          "GIT_CONFIG_GLOBAL",
          "GIT_CONFIG_SYSTEM",
          "GIT_CONFIG_NOSYSTEM",
          "GIT_EXEC_PATH",
          "GIT_AUTHOR_NAME",
          "GIT_AUTHOR_EMAIL",
          "GIT_COMMITTER_NAME",
          "GIT_COMMITTER_EMAIL");

  private static final Map<String, String> ALWAYS =
      Map.of(
          "GIT_TERMINAL_PROMPT", "0",
          "GIT_ASKPASS", "true",
          "SSH_ASKPASS", "true",
          "GIT_EDITOR", "true",
          "GIT_PAGER", "cat",
          "GIT_LITERAL_PATHSPECS", "1");

  /** Settings that keep our commands from starting programs or writing more than we asked for. */
  private static final List<String> SETTINGS =
      List.of(
          "core.fsmonitor=false",
          "core.untrackedCache=false",
          "core.splitIndex=false",
          "core.safecrlf=false",
          "core.filesRefLockTimeout=2000",
          "core.packedRefsTimeout=5000",
          "gc.auto=0",
          "maintenance.auto=false",
          "advice.addEmbeddedRepo=false");

  private final Map<String, String> extra;

  GitEnvironment(Map<String, String> extra) {
    this.extra = Map.copyOf(extra);
  }

  /** The words before those of the command. */
  static List<String> options(GitCommand command) {
    var options = new ArrayList<String>();
    options.add("--no-pager");
    SETTINGS.forEach(setting -> options.addAll(List.of("-c", setting)));
    if (!command.hooks()) {
      options.addAll(List.of("-c", "core.hooksPath=/dev/null"));
    }
    return options;
  }

  void applyTo(Map<String, String> environment, GitCommand command) {
    // why: hooks, filters and merge drivers are programs of others, and see no more than agents do
    var kept = new ServerVariables(environment).with(FROM_OUTSIDE);
    environment.clear();
    environment.putAll(kept);
    environment.putAll(extra);
    environment.putAll(ALWAYS);
    if (!command.hooks()) {
      environment.put("LC_ALL", "C");
      environment.put("GIT_OPTIONAL_LOCKS", "0");
    }
    environment.putAll(command.place().environment());
    environment.putAll(command.environment());
  }
}
