package dev.baton.orchestrator.dispatch;

import dev.baton.database.StorageException;
import dev.baton.mcp.tool.ToolFailure;
import dev.baton.orchestrator.failure.FailureLine;
import dev.baton.orchestrator.fleet.KnownNode;
import dev.baton.orchestrator.fleet.NodeNews;
import dev.baton.orchestrator.git.GitException;
import dev.baton.orchestrator.git.UnreachableSourceException;
import dev.baton.orchestrator.node.Node;
import dev.baton.orchestrator.store.Claim;
import dev.baton.orchestrator.store.Claim.StaleClaimException;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.turn.AttemptDriver;
import dev.baton.orchestrator.turn.StartWatches;
import dev.baton.orchestrator.turn.StartWatches.StartFailure;
import dev.baton.orchestrator.turn.TurnOpening.OpenedTurn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that drive attempts: at most one of this server for each attempt. Thread safe. */
final class Drivers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Drivers.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int MAX_TRIES = 10;

  /** The time after which a node that is away is known to be away. */
  private static final Duration UNREACHED = KnownNode.SILENCE.multipliedBy(2);

  private final Store store;
  private final AttemptDriver driver;
  private final Node node;
  private final Clock clock;
  private final AttemptScheduler scheduler;
  private final Map<UUID, Driving> driving = new ConcurrentHashMap<>();
  private final StartWatches watches;
  private final RemoteStarts elsewhere;
  private final MovedPrograms movedPrograms;
  private final LineReturns lineReturns;
  private final ExecutorService unscheduled = Executors.newVirtualThreadPerTaskExecutor();
  private volatile boolean isClosed;
  private volatile boolean hasSteppedDown;

  /** A thread that drives an attempt, and since when. */
  private record Driving(Thread thread, Instant since) {}

  /**
   * Drivers that have not begun.
   *
   * @param lineReturns puts back what cannot begin here
   * @param movedPrograms ends what is left here of attempts that went on without it
   * @param node this one, which drives what is recorded under its name
   * @param capacity how many attempts are driven at a time
   */
  Drivers(
      Store store,
      AttemptDriver driver,
      StartWatches watches,
      RemoteStarts elsewhere,
      MovedPrograms movedPrograms,
      LineReturns lineReturns,
      Node node,
      int capacity,
      Clock clock) {
    this.store = store;
    this.driver = driver;
    this.watches = watches;
    this.elsewhere = elsewhere;
    this.movedPrograms = movedPrograms;
    this.lineReturns = lineReturns;
    this.node = node;
    this.clock = clock;
    this.scheduler = new AttemptScheduler(store, node.name(), capacity, this::drive, this::doubted);
  }

  /** Drives what is due, from now on. */
  void begin() {
    scheduler.start();
  }

  /**
   * Starts turns that were opened, and returns when the one of this attempt runs or is over.
   *
   * @return why it could not be started; empty if it runs or is not among them
   */
  Optional<StartFailure> start(List<OpenedTurn> opened, UUID attemptId)
      throws InterruptedException {
    var ours = opened.stream().filter(turn -> turn.attemptId().equals(attemptId)).findFirst();
    if (ours.isEmpty() || !isHere(ours.get())) {
      start(opened);
      return ours.isEmpty() ? Optional.empty() : elsewhere.await(ours.get());
    }
    return watches.await(ours.get(), () -> start(opened));
  }

  void start(List<OpenedTurn> opened) {
    for (var turn : opened) {
      if (isHere(turn)) {
        resume(turn.attemptId());
      } else {
        handOver(turn.attemptId(), turn.node().orElseThrow());
      }
    }
  }

  private boolean isHere(OpenedTurn turn) {
    return turn.node().stream().allMatch(node.name()::equals);
  }

  /** Lets another node continue an attempt; that node also looks by itself if the news is lost. */
  private void handOver(UUID attemptId, String node) {
    try {
      scheduler.scheduleOn(node, attemptId);
      var _ =
          store.write(
              tables -> {
                tables.events().tell(new NodeNews.Due(node));
                return node;
              });
    } catch (RuntimeException e) {
      LOG.warn("Node {} was not told of attempt {}, and has to look", node, attemptId, e);
    }
  }

  /** Another node may have handed something over. */
  void wake() {
    scheduler.wake();
  }

  /** Continues an attempt whose turn is recorded, by this server or another one. */
  void resume(UUID attemptId) {
    try {
      scheduler.schedule(attemptId);
    } catch (RuntimeException e) {
      // why: what is recorded must run, and nobody else knows of it if the schedule is not written
      LOG.warn("Attempt {} continues here without the schedule", attemptId, e);
      unscheduled.execute(() -> drive(attemptId));
    }
  }

  private void drive(UUID attemptId) {
    var current = new Driving(Thread.currentThread(), clock.instant());
    try {
      var earlier = driving.put(attemptId, current);
      // why: an earlier one may wait for a program that counts as lost since then
      movedPrograms.endLost(attemptId);
      if (earlier != null) {
        earlier.thread().join();
      }
      driveAlone(attemptId);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StaleClaimException e) {
      LOG.warn(
          "Attempt {} went on elsewhere, or is gone; what still runs of it here is ended, and its"
              + " work is kept",
          attemptId);
      // why not if another one waits: then it is here again
      if (current.equals(driving.get(attemptId))) {
        watches.takenOver(attemptId);
      }
      movedPrograms.end(attemptId);
    } finally {
      driving.remove(attemptId, current);
    }
  }

  private void driveAlone(UUID attemptId) throws InterruptedException {
    var claim = Optional.<Claim>empty();
    var problem = "";
    var begun = System.nanoTime();
    for (int tries = 1; !isClosed; ) {
      try {
        claim = Optional.of(claim.orElseGet(() -> claim(attemptId)));
        if (tries > MAX_TRIES) {
          start(driver.giveUp(claim.get(), problem));
        } else {
          driver.drive(claim.get(), this::start);
        }
        return;
      } catch (StaleClaimException e) {
        throw e;
      } catch (StorageException e) {
        // why not counted: the attempt can go on as soon as the database is back
        LOG.warn("Attempt {} waits for the database", attemptId, e);
        watches.startsLater(attemptId, e);
      } catch (UnreachableSourceException e) {
        // why once and without the trace: a home that is away is expected, and git says which
        if (problem.isEmpty()) {
          LOG.warn("Attempt {} waits for its repositories: {}", attemptId, FailureLine.of(e));
        }
        problem = String.valueOf(e.getMessage());
        var opened = postpone(claim.orElseThrow());
        if (opened.isPresent()) {
          watches.putBack(attemptId);
          start(opened.get());
          return;
        }
        tries += System.nanoTime() - begun > UNREACHED.toNanos() ? 1 : 0;
      } catch (ToolFailure e) {
        // why not again: settings have lost what the attempt needs, such as its executor
        LOG.warn("Attempt {} cannot go on: {}", attemptId, FailureLine.of(e));
        problem = String.valueOf(e.getMessage());
        tries = MAX_TRIES + 1;
      } catch (RuntimeException e) {
        LOG.error("Attempt {} cannot go on; try {} of {}", attemptId, tries, MAX_TRIES, e);
        problem = (e instanceof GitException ? "" : "internal: ") + e.getMessage();
        tries++;
      }
      TimeUnit.NANOSECONDS.sleep(PAUSE.toNanos());
    }
  }

  /** Empty if somebody could give the repositories, or nobody can be asked who is there. */
  private Optional<List<OpenedTurn>> postpone(Claim claim) {
    try {
      return lineReturns.postpone(claim);
    } catch (StorageException e) {
      LOG.warn("Attempt {} waits for the database", claim.attemptId(), e);
      return Optional.empty();
    }
  }

  private Claim claim(UUID attemptId) {
    return new Claim(attemptId, store.write(tables -> claim(tables, attemptId)));
  }

  private long claim(Tables tables, UUID attemptId) {
    tables.lock("attempt " + attemptId);
    // why: what is recorded under the name is that of the other one then
    if (store.isShared() && node.isReplaced(tables)) {
      throw new StaleClaimException(attemptId);
    }
    return tables
        .attempts()
        .claim(attemptId, node.name())
        .orElseThrow(() -> new StaleClaimException(attemptId));
  }

  private void doubted(UUID attemptId) {
    // why: while the database was away, this server could not say that it lives
    LOG.info("Attempt {} continues, although this server was silent", attemptId);
    resumeIfLost(attemptId);
  }

  /** Continues an attempt that should be driven and is not. */
  void resumeIfLost(UUID attemptId) {
    if (!driving.containsKey(attemptId)) {
      resume(attemptId);
    }
  }

  /** The attempts that this server drives, and since when. */
  Map<UUID, Instant> driven() {
    return driving.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().since()));
  }

  /**
   * Drives nothing more, because another node has the name of this one.
   *
   * @param last what is to be done before anybody hears of it
   */
  void stepDown(Runnable last) {
    scheduler.pause();
    last.run();
    hasSteppedDown = true;
  }

  boolean hasSteppedDown() {
    return hasSteppedDown;
  }

  /** Ends the threads; programs go on, and so does whoever opens the store next. */
  @Override
  public void close() {
    isClosed = true;
    watches.close();
    driving.values().forEach(it -> it.thread().interrupt());
    scheduler.close();
    unscheduled.close();
  }
}
