package dev.baton.orchestrator.tools;

import dev.baton.mcp.tool.Description;
import dev.baton.orchestrator.planning.RepoSettings;
import java.util.List;
import java.util.Optional;

/** Settings of a repository that people may change, when they add it and later. */
record RepoSettingsRequest(
    @Description("Shell script before the first turn of an attempt; empty clears it")
        Optional<String> setup,
    @Description("Shell script after each turn that changed something; empty clears it")
        Optional<String> cleanup,
    @Description(
            "Globs of files that are copied from the repository into each worktree; replaces the"
                + " old ones")
        Optional<List<String>> copy,
    @Description("Shell script that start_dev_server runs; empty clears it")
        Optional<String> devServer,
    @Description(
            "Who commits what agents leave uncommitted, in the whole project: auto (Baton), agent or"
                + " none; empty for the one of the configuration")
        Optional<String> commitPolicy) {
  RepoSettings toSettings() {
    return new RepoSettings(setup, cleanup, devServer, copy, commitPolicy);
  }
}
