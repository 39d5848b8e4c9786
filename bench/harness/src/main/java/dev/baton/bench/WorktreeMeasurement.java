package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The start of an attempt in a large repository, beside the git command that is most of it. */
final class WorktreeMeasurement implements Measurement {
  private static final int FILES = 50_000;
  private static final double MOST = 1.5;

  private final Installation installation;
  private final Plan plan;
  private final Peer attempt = Peer.bare("`start_task_attempt`");
  private final Peer bare = Peer.bare("`git worktree add`");
  private Optional<BatonServer> server = Optional.empty();
  private Optional<Board> board = Optional.empty();
  private int made;

  WorktreeMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
  }

  private Path directory() {
    return installation.target().resolve("data").resolve(name());
  }

  private Path repository() {
    return directory().resolve("repo");
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    installation.newDirectory(name());
    LargeRepository.make(repository(), FILES / plan.size());
    server = Optional.of(BatonServer.start(installation, directory().resolve("data")));
    board = Optional.of(Board.create(server.get(), repository()));
  }

  @Override
  public void cleanUp() throws IOException {
    if (server.isPresent()) {
      server.get().close();
    }
    Installation.delete(directory());
  }

  @Override
  public String group() {
    return "git";
  }

  @Override
  public String name() {
    return "worktree";
  }

  @Override
  public String method() {
    return "`start_task_attempt` until it answers, which it does when the agent runs, in a repository of %,d files; beside it `git worktree add -b BRANCH` in the same repository. %d times each, one after the other; medians. In brackets: divided by `git worktree add`."
        .formatted(FILES / plan.size(), plan.visits());
  }

  @Override
  public List<Peer> peers() {
    return List.of(attempt, bare);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.WORKTREE);
  }

  @Override
  public Peer reference(Peer peer) {
    return bare;
  }

  @Override
  public List<Goal> goals() {
    return List.of(new Goal.AtMost(attempt, Figure.WORKTREE, MOST, bare));
  }

  @Override
  public int rounds() {
    return plan.visits();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    made++;
    if (peer.equals(bare)) {
      var place = directory().resolve("worktree" + made).toString();
      var begin = System.nanoTime();
      Git.run(repository(), List.of("worktree", "add", "-q", "-b", "bare" + made, place));
      results.add(peer, Figure.WORKTREE, (System.nanoTime() - begin) / 1e6);
    } else {
      var task = board.orElseThrow().createTask("Attempt " + made);
      var begin = System.nanoTime();
      var started = board.orElseThrow().startAttempt(task, "say done");
      results.add(peer, Figure.WORKTREE, (System.nanoTime() - begin) / 1e6);
      board.orElseThrow().awaitEnd(started);
    }
  }
}
