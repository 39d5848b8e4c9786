package dev.baton.orchestrator.git;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The place that a git command works at. */
public sealed interface GitPlace {
  /** The directory that the program is started in. */
  Path directory();

  /** What tells git where its repository is. */
  Map<String, String> environment();

  /** A directory in which git finds its repository by itself. */
  record Discovered(Path directory) implements GitPlace {
    @Override
    public Map<String, String> environment() {
      return Map.of();
    }
  }

  /** A repository without any of its checkouts. */
  record Bare(Path directory) implements GitPlace {
    @Override
    public Map<String, String> environment() {
      return Map.of("GIT_DIR", directory.toString());
    }
  }

  /**
   * Another place, as seen by who writes nothing into it.
   *
   * @param own says where new objects go instead, and where the index is
   */
  record Unwritten(GitPlace place, Map<String, String> own) implements GitPlace {
    public Unwritten {
      own = Map.copyOf(own);
    }

    @Override
    public Path directory() {
      return place.directory();
    }

    @Override
    public Map<String, String> environment() {
      var environment = new LinkedHashMap<>(place.environment());
      environment.putAll(own);
      return environment;
    }
  }

  /**
   * A checkout whose repository is named outright.
   *
   * <p>why: an agent may delete or replace the file that leads from its worktree to the repository;
   * git would then go up the directories and work in whatever repository is there.
   */
  record Checkout(Path gitDirectory, Path directory) implements GitPlace {
    @Override
    public Map<String, String> environment() {
      var environment = new LinkedHashMap<String, String>();
      environment.put("GIT_DIR", gitDirectory.toString());
      environment.put("GIT_WORK_TREE", directory.toString());
      return environment;
    }
  }
}
