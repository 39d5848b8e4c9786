package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What an attempt changed in a large repository, beside the git command that comes nearest. */
final class ChangesMeasurement implements Measurement {
  private static final int FILES = 50_000;
  private static final int CHANGED = 20;
  private static final int MOST = 2;
  private static final List<String> DIFF = List.of("diff", "--numstat", "main");
  private static final List<String> STATUS = List.of("status", "--porcelain");

  private final Installation installation;
  private final Plan plan;
  private final Peer changes = Peer.bare("`get_attempt_changes`");
  private final Peer bare = Peer.bare("`git diff --numstat`");
  private final Peer both = Peer.bare("`git status` and `git diff --numstat`");
  private Optional<BatonServer> server = Optional.empty();
  private String attemptId = "";
  private Path worktree = Path.of("");

  ChangesMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    var directory = installation.newDirectory(name());
    var repository = LargeRepository.make(directory.resolve("repo"), FILES / plan.size());
    var data = directory.resolve("data");
    server = Optional.of(BatonServer.start(installation, data));
    var board = Board.create(server.get(), repository);
    var script =
        IntStream.range(0, CHANGED)
            .mapToObj(file -> "append %s more".formatted(LargeRepository.path(file * 37)))
            .collect(Collectors.joining("\\n"));
    attemptId = board.startAttempt(board.createTask("Change"), script);
    board.awaitEnd(attemptId);
    worktree = worktree(repository);
  }

  /** The newest worktree of a repository. */
  private static Path worktree(Path repository) throws IOException, InterruptedException {
    return Git.run(repository, List.of("worktree", "list", "--porcelain"))
        .lines()
        .filter(line -> line.startsWith("worktree "))
        .map(line -> Path.of(line.substring("worktree ".length())))
        .filter(path -> Files.isRegularFile(path.resolve(".git")))
        .findFirst()
        .orElseThrow(() -> new IOException("The attempt has no worktree"));
  }

  @Override
  public void cleanUp() throws IOException {
    if (server.isPresent()) {
      server.get().close();
    }
    Installation.delete(installation.target().resolve("data").resolve(name()));
  }

  @Override
  public String group() {
    return "git";
  }

  @Override
  public String name() {
    return "changes";
  }

  @Override
  public String method() {
    return "`get_attempt_changes` of an attempt that changed %d files in a repository of %,d, over HTTP on loopback; beside it `git diff --numstat main` in the attempt's worktree, which knows nothing of new files that git does not track yet, and the same with `git status` before it, which does. %d rounds, %d s of warm-up, %d s measured; medians. In brackets: divided by `git diff --numstat`."
        .formatted(
            CHANGED,
            FILES / plan.size(),
            plan.visits(),
            plan.briefWarmUp().toSeconds(),
            plan.brief().multipliedBy(2).toSeconds());
  }

  @Override
  public List<Peer> peers() {
    return List.of(changes, bare, both);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.CHANGES);
  }

  @Override
  public Peer reference(Peer peer) {
    return bare;
  }

  @Override
  public List<Goal> goals() {
    return List.of(new Goal.AtMost(changes, Figure.CHANGES, MOST, both));
  }

  @Override
  public int rounds() {
    return plan.visits();
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    var duration = plan.brief().multipliedBy(2);
    if (peer.equals(bare)) {
      results.add(peer, Figure.CHANGES, run(List.of(DIFF), duration.toNanos()).millis(0.5));
    } else if (peer.equals(both)) {
      results.add(peer, Figure.CHANGES, run(List.of(STATUS, DIFF), duration.toNanos()).millis(0.5));
    } else {
      var connection = server.orElseThrow().connection();
      var call =
          server
              .orElseThrow()
              .template(
                  "get_attempt_changes",
                  "{\"attempt_id\":\"%s\"}".formatted(attemptId),
                  "\"file_count\":%d".formatted(CHANGED));
      call.repeat(connection, 1, plan.briefWarmUp());
      results.add(peer, Figure.CHANGES, call.repeat(connection, 1, duration).millis(0.5));
    }
  }

  /** Runs commands of which the last has to list the changed files. */
  private Latencies run(List<List<String>> commands, long nanos)
      throws IOException, InterruptedException {
    var latencies = new Latencies();
    var end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      var begin = System.nanoTime();
      var output = "";
      for (var command : commands) {
        output = Git.run(worktree, command);
      }
      latencies.add(System.nanoTime() - begin);
      if (output.lines().count() != CHANGED) {
        throw new IOException("git lists other files: " + output);
      }
    }
    return latencies;
  }
}
