package dev.baton.orchestrator.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.orchestrator.git.AttemptRefs;
import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.GitPlace;
import dev.baton.orchestrator.git.TestRepository;
import dev.baton.orchestrator.workspace.Checkpoints.Checkpoint;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeRefsTest {
  private static final UUID ATTEMPT = new UUID(1, 1);

  @TempDir Path directory;
  private Path repository = Path.of("");
  private Git git;
  private GitPlace place;
  private Checkpoint first;
  private Checkpoint second;

  @BeforeEach
  void make() {
    git = Git.find(directory.resolve("locks"));
    repository = TestRepository.make(directory.resolve("repo"), "a.txt", "a");
    place = new GitPlace.Bare(repository.resolve(".git"));
    var older = head();
    first = new Checkpoint(older, Optional.empty());
    TestRepository.write(repository.resolve("a.txt"), "b");
    TestRepository.commitAll(repository, "b");
    second = new Checkpoint(older, Optional.of(head()));
  }

  private String head() {
    return TestRepository.git(repository, "rev-parse", "HEAD").strip();
  }

  @Test
  void they_move_together_and_only_from_where_they_were_seen() {
    var nothing = HomeRefs.read(git, place, ATTEMPT);
    assertThat(nothing.point()).isEmpty();
    assertThat(HomeRefs.of(ATTEMPT, first).move(git, place, nothing)).isTrue();
    assertThat(HomeRefs.read(git, place, ATTEMPT).point()).contains(first);

    var seen = HomeRefs.read(git, place, ATTEMPT);
    assertThat(HomeRefs.of(ATTEMPT, second).move(git, place, seen)).isTrue();
    assertThat(HomeRefs.read(git, place, ATTEMPT).point()).contains(second);

    assertThat(HomeRefs.of(ATTEMPT, first).move(git, place, seen)).isFalse();
    assertThat(HomeRefs.of(ATTEMPT, first).move(git, place, nothing)).isFalse();
    assertThat(HomeRefs.read(git, place, ATTEMPT).point()).contains(second);
  }

  @Test
  void of_those_that_came_home_one_after_the_other_none_is_there_alone() {
    assertThat(HomeRefs.of(ATTEMPT, first).move(git, place, HomeRefs.read(git, place, ATTEMPT)))
        .isTrue();
    var seen = HomeRefs.read(git, place, ATTEMPT);
    TestRepository.git(repository, "update-ref", AttemptRefs.homeMerge(ATTEMPT), second.whole());

    assertThat(HomeRefs.of(ATTEMPT, second).move(git, place, seen)).isFalse();

    assertThat(HomeRefs.read(git, place, ATTEMPT).commits())
        .isEqualTo(
            Map.of(
                AttemptRefs.homeBranch(ATTEMPT), first.commit(),
                AttemptRefs.homeFiles(ATTEMPT), first.commit(),
                AttemptRefs.homeMerge(ATTEMPT), second.whole()));
  }
}
