package dev.baton.orchestrator.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.mcp.tool.FailureCode;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.attempt.ChangeCount;
import dev.baton.orchestrator.failure.BoardFailureCode;
import dev.baton.orchestrator.git.CommonDirectory;
import dev.baton.orchestrator.git.Worktree;
import dev.baton.orchestrator.merge.MergeStrategy;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.update.Resolution;
import dev.baton.orchestrator.update.Resolution.RepoResolution;
import dev.baton.orchestrator.update.UpdatePlan.RepoUpdate;
import dev.baton.orchestrator.update.Updates.Source;
import dev.baton.orchestrator.update.Updates.UpdateStrategy;
import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random lives of attempts: whatever is started, edited, committed, merged, updated, put back,
 * deleted or taken away by hand, every content that was in a file when we acted is reachable from
 * some ref.
 */
@Tag("slow")
class LifeOfAttemptsTest {
  private static final int SEQUENCES = Integer.getInteger("baton.attempts.sequences", 8);
  private static final long SEED = Long.getLong("baton.attempts.seed", System.nanoTime());
  private static final int STEPS = 14;

  @TempDir Path temp;

  @TestFactory
  List<DynamicTest> every_blob_stays_reachable() {
    var tests = new ArrayList<DynamicTest>();
    for (int i = 0; i < SEQUENCES; i++) {
      long seed = SEED + i;
      var directory = temp.resolve("life" + i);
      tests.add(
          DynamicTest.dynamicTest(
              "-Dbaton.attempts.sequences=1 -Dbaton.attempts.seed=" + seed,
              () -> new Life(directory, new Random(seed)).run()));
    }
    return tests;
  }

  private static final class Life {
    private final Random random;
    private final Sandbox sandbox;
    private final Path repository;
    private final List<Workspace> workspaces = new ArrayList<>();
    private final Map<Workspace, List<Checkpoint>> points = new HashMap<>();
    private final Set<String> written = new HashSet<>();
    private final List<String> steps = new ArrayList<>();

    private Life(Path directory, Random random) throws IOException {
      this.random = random;
      this.sandbox = new Sandbox(Files.createDirectories(directory));
      this.repository = sandbox.repository("app");
    }

    private void run() {
      workspaces.add(sandbox.start(repository));
      for (int i = 0; i < STEPS; i++) {
        step();
      }
      new ArrayList<>(workspaces).forEach(this::delete);
      assertEverythingReachable();
    }

    private void assertEverythingReachable() {
      var reachable =
          sandbox
              .run(repository, "rev-list", "--objects", "--glob=refs/*")
              .lines()
              .map(line -> line.split(" ", 2)[0])
              .collect(Collectors.toSet());
      assertThat(reachable).as("%s", steps).containsAll(written);
    }

    private void step() {
      if (workspaces.isEmpty() || random.nextInt(10) == 0) {
        steps.add("start");
        workspaces.add(sandbox.start(repository));
        return;
      }
      var workspace = workspaces.get(random.nextInt(workspaces.size()));
      switch (random.nextInt(22)) {
        case 0, 1, 2, 3 -> edit(workspace);
        case 4 -> agentCommits(workspace);
        case 5 -> agentRewrites(workspace);
        case 6, 7 -> agentStages(workspace);
        case 8 -> agentDetaches(workspace);
        case 9 -> commit(workspace);
        case 10, 11 -> merge(workspace);
        case 12 -> delete(workspace);
        case 13 -> loseDirectory(workspace);
        case 14 -> shelve(workspace);
        case 15, 16, 17 -> update(workspace);
        case 18 -> note(workspace);
        case 19, 20 -> rewind(workspace);
        default -> userCommits();
      }
    }

    private void edit(Workspace workspace) {
      restore(workspace);
      for (int i = 0; i <= random.nextInt(4); i++) {
        var file = workspace.agentDirectory().resolve("f" + random.nextInt(6));
        steps.add("edit " + file.getFileName());
        if (random.nextInt(5) == 0) {
          sandbox.program(workspace.root(), List.of("rm", "-f", file.toString()));
        } else {
          Sandbox.write(file, "content " + random.nextLong());
        }
      }
    }

    private void agentCommits(Workspace workspace) {
      restore(workspace);
      steps.add("agent commits");
      present(workspace);
      sandbox.shell(
          workspace.agentDirectory(), "git add -A && git commit -qm agent --no-verify || true");
    }

    private void agentRewrites(Workspace workspace) {
      restore(workspace);
      steps.add("agent rewrites");
      present(workspace);
      sandbox.shell(
          workspace.agentDirectory(),
          "git add -A && git commit -qm x || true; git reset -q --hard HEAD~1 || true");
    }

    private void agentStages(Workspace workspace) {
      restore(workspace);
      steps.add("agent stages");
      sandbox.run(workspace.agentDirectory(), "add", "-A");
      if (random.nextBoolean()) {
        edit(workspace);
      }
    }

    private void agentDetaches(Workspace workspace) {
      restore(workspace);
      steps.add("agent detaches");
      sandbox.run(workspace.agentDirectory(), "checkout", "-q", "--detach");
    }

    private void commit(Workspace workspace) {
      restore(workspace);
      steps.add("commit");
      present(workspace);
      staged(workspace);
      sandbox.commit(workspace);
    }

    private void merge(Workspace workspace) {
      restore(workspace);
      var strategy = List.of(MergeStrategy.values()).get(random.nextInt(3));
      steps.add("merge " + strategy);
      present(workspace);
      staged(workspace);
      try {
        sandbox.merge(workspace, strategy);
      } catch (ToolFailure expected) {
        steps.add(String.valueOf(expected.getMessage()));
        assertThat(expected.code())
            .isIn(BoardFailureCode.GIT_CONFLICT, FailureCode.INVALID_ARGUMENT);
      }
    }

    private void update(Workspace workspace) {
      restore(workspace);
      var strategy = List.of(UpdateStrategy.values()).get(random.nextInt(2));
      steps.add("update " + strategy);
      present(workspace);
      staged(workspace);
      try {
        sandbox.commit(workspace);
        var source = new Source(workspace.repos().getFirst(), "main", Optional.empty());
        var plan = sandbox.updates.plan(workspace, List.of(source), strategy);
        if (!plan.hasConflicts()) {
          assertThat(sandbox.updates.apply(plan)).isInstanceOf(MergeOutcome.Merged.class);
        } else if (random.nextBoolean()) {
          var merge = sandbox.updates.plan(workspace, List.of(source), UpdateStrategy.MERGE);
          merge.repos().stream()
              .filter(RepoUpdate::hasConflicts)
              .forEach(update -> resolve(workspace, update));
        }
      } catch (ToolFailure expected) {
        steps.add(String.valueOf(expected.getMessage()));
        assertThat(expected.code()).isEqualTo(FailureCode.INVALID_ARGUMENT);
      }
    }

    private void resolve(Workspace workspace, RepoUpdate update) {
      var resolution =
          new Resolution(
              List.of(
                  new RepoResolution(
                      update.repoName(),
                      update.targetBranch(),
                      update.targetCommit(),
                      update.branchCommit())));
      sandbox.resolutions.begin(workspace, resolution);
      edit(workspace);
      if (random.nextBoolean()) {
        steps.add("resolve");
        update
            .conflicts()
            .forEach(
                file ->
                    Sandbox.write(
                        workspace.agentDirectory().resolve(file), "both " + random.nextLong()));
        assertThat(sandbox.resolutions.listMarked(workspace, resolution)).isEmpty();
        present(workspace);
        sandbox.commit(workspace);
        assertThat(sandbox.resolutions.listMissing(workspace, resolution)).isEmpty();
      } else {
        steps.add("give the resolution up");
        present(workspace);
        sandbox.resolutions.giveUp(workspace, resolution);
      }
    }

    private void note(Workspace workspace) {
      restore(workspace);
      steps.add("a turn begins");
      points
          .computeIfAbsent(workspace, _ -> new ArrayList<>())
          .add(sandbox.checkpoints.take(workspace, workspace.repos().getFirst(), steps.size()));
    }

    private void rewind(Workspace workspace) {
      var known = points.getOrDefault(workspace, List.of());
      if (known.isEmpty()) {
        note(workspace);
        return;
      }
      restore(workspace);
      steps.add("rewind");
      present(workspace);
      staged(workspace);
      var point = known.get(random.nextInt(known.size()));
      sandbox.checkpoints.rewind(workspace, workspace.repos().getFirst(), point);
      assertThat(sandbox.checkpoints.look(workspace, workspace.repos().getFirst()).commit())
          .isEqualTo(point.commit());
      assertThat(
              sandbox.checkpoints.count(
                  workspace.repos().getFirst(),
                  point,
                  sandbox.checkpoints.look(workspace, workspace.repos().getFirst())))
          .isEqualTo(ChangeCount.NONE);
    }

    private void delete(Workspace workspace) {
      steps.add("delete");
      present(workspace);
      staged(workspace);
      sandbox.workspaces.remove(workspace);
      workspaces.remove(workspace);
    }

    private void shelve(Workspace workspace) {
      steps.add("shelve");
      present(workspace);
      staged(workspace);
      assertThat(sandbox.workspaces.shelve(workspace, () -> true)).isPresent();
    }

    private void loseDirectory(Workspace workspace) {
      steps.add("lose the directory");
      sandbox.program(
          sandbox.directory, List.of("rm", "-rf", workspace.agentDirectory().toString()));
      if (random.nextBoolean()) {
        // why: pruning takes away the reflog of the worktree, and with it what was detached
        steps.add("restore");
        restore(workspace);
      }
    }

    private void restore(Workspace workspace) {
      if (!Files.isDirectory(workspace.agentDirectory(), LinkOption.NOFOLLOW_LINKS)) {
        staged(workspace);
      }
      sandbox.workspaces.restore(workspace);
    }

    private void userCommits() {
      steps.add("user commits");
      Sandbox.write(repository.resolve("f" + random.nextInt(6)), "user " + random.nextLong());
      sandbox.commitAll(repository, "User");
    }

    /** All that the agent has staged, whatever became of the files since. */
    private void staged(Workspace workspace) {
      Worktree.find(CommonDirectory.of(repository), workspace.agentDirectory())
          .map(worktree -> "--git-dir=" + worktree.gitDirectory())
          .ifPresent(
              entry ->
                  sandbox
                      .run(sandbox.directory, entry, "ls-files", "--stage")
                      .lines()
                      .map(line -> line.split("[ \\t]", 4))
                      .filter(words -> words[3].startsWith("f"))
                      .forEach(words -> written.add(words[1])));
    }

    /** All that is in files now, and that we are about to act on. */
    private void present(Workspace workspace) {
      var worktree = workspace.agentDirectory();
      if (!Files.isDirectory(worktree, LinkOption.NOFOLLOW_LINKS)) {
        return;
      }
      try (var files = Files.list(worktree)) {
        for (var file : files.toList()) {
          if (String.valueOf(file.getFileName()).startsWith("f")) {
            written.add(sandbox.run(repository, "hash-object", file.toString()));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
