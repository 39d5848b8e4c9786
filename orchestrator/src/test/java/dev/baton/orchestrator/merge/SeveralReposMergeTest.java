package dev.baton.orchestrator.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.merge.Merges.MergeOutcome;
import dev.baton.orchestrator.workspace.Sandbox;
import dev.baton.orchestrator.workspace.Workspace;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several repositories are merged all or none, also if the program dies in between. */
@Tag("slow")
class SeveralReposMergeTest {
  private static final MergeOutcome MERGED = new MergeOutcome.Merged(List.of());

  private final Sandbox sandbox;
  private final Path app;
  private final Path lib;
  private final Workspace workspace;

  SeveralReposMergeTest(@TempDir Path temp) {
    sandbox = new Sandbox(temp);
    app = sandbox.repository("app");
    lib = sandbox.repository("lib");
    workspace = sandbox.start(app, lib);
    for (var name : List.of("app", "lib")) {
      Sandbox.write(workspace.root().resolve(name + "/n"), name + "\n");
      sandbox.commitAll(workspace.root().resolve(name), "Work");
    }
  }

  private String main(Path repository) {
    return sandbox.commitOf(repository, "main");
  }

  private void others(Path repository) {
    Sandbox.write(repository.resolve("theirs"), "theirs\n");
    sandbox.commitAll(repository, "Theirs");
  }

  /** Moves the refs of one repository, as a merge does that dies right after. */
  private void crashAfter(RepoMerge merge) {
    for (var update : merge.updates()) {
      var words = update.split(" ", 4);
      sandbox.run(merge.repository(), "update-ref", words[1], words[2]);
    }
  }

  @Test
  void both_get_the_work() {
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
    assertThat(app.resolve("n")).hasContent("app");
    assertThat(lib.resolve("n")).hasContent("lib");
  }

  @Test
  void one_alone_can_be_merged() {
    var plan =
        sandbox.merges.plan(
            workspace, List.of(workspace.repo("lib")), MergeStrategy.SQUASH, "Only one", false);
    assertThat(sandbox.merges.apply(plan)).isEqualTo(MERGED);
    assertThat(lib.resolve("n")).hasContent("lib");
    assertThat(app.resolve("n")).doesNotExist();
    assertThatThrownBy(() -> workspace.repo("none"))
        .hasMessage("Attempt %s has no repository 'none'", workspace.attempt());
  }

  @Test
  void a_conflict_in_one_merges_none() {
    Sandbox.write(lib.resolve("n"), "theirs\n");
    sandbox.commitAll(lib, "Theirs");
    var before = main(app);
    assertThatThrownBy(() -> sandbox.merge(workspace, MergeStrategy.SQUASH))
        .isInstanceOfSatisfying(
            ToolFailure.class,
            failure -> assertThat(failure.details()).isEqualTo(Map.of("files", List.of("lib/n"))));
    assertThat(main(app)).isEqualTo(before);
  }

  @Test
  void a_target_that_moves_between_merges_none() {
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    var before = main(app);
    others(lib);
    assertThat(sandbox.merges.apply(plan))
        .isEqualTo(new MergeOutcome.Overtaken("lib", "refs/heads/main", List.of()));
    assertThat(main(app)).isEqualTo(before);
    assertThat(app.resolve("n")).doesNotExist();
    assertThat(sandbox.run(app, "status", "--porcelain")).isEmpty();
  }

  @Test
  void a_merge_that_died_after_the_first_repository_is_finished() {
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    crashAfter(plan.repos().getFirst());
    assertThat(app.resolve("n")).doesNotExist();
    assertThat(sandbox.merges.apply(plan)).isEqualTo(MERGED);
    for (var repository : List.of(app, lib)) {
      assertThat(repository.resolve("n")).exists();
      assertThat(sandbox.run(repository, "status", "--porcelain")).isEmpty();
    }
  }

  @Test
  void a_merge_that_died_after_the_first_repository_is_undone() {
    var before = main(app);
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    crashAfter(plan.repos().getFirst());
    assertThat(sandbox.merges.undo(plan)).isEmpty();
    assertThat(main(app)).isEqualTo(before);
    assertThat(sandbox.run(app, "status", "--porcelain")).isEmpty();
    assertThat(sandbox.merge(workspace, MergeStrategy.SQUASH)).isEqualTo(MERGED);
  }

  @Test
  void a_merge_that_died_and_was_overtaken_is_undone_where_it_can_be() {
    var before = main(app);
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    crashAfter(plan.repos().getFirst());
    others(lib);
    assertThat(sandbox.merges.apply(plan))
        .isEqualTo(new MergeOutcome.Overtaken("lib", "refs/heads/main", List.of()));
    assertThat(main(app)).isEqualTo(before);
  }

  @Test
  void what_others_built_upon_is_not_taken_back() {
    var plan = sandbox.planMerge(workspace, MergeStrategy.SQUASH);
    crashAfter(plan.repos().getFirst());
    sandbox.run(app, "reset", "-q", "--hard");
    others(app);
    others(lib);
    var built = main(app);
    assertThat(sandbox.merges.apply(plan))
        .isEqualTo(new MergeOutcome.Overtaken("lib", "refs/heads/main", List.of("app")));
    assertThat(main(app)).isEqualTo(built);
  }
}
