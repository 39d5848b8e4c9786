package dev.baton.orchestrator.attempt;

import dev.baton.orchestrator.agent.RepositoryTrust;
import dev.baton.orchestrator.board.CommitPolicy;
import dev.baton.orchestrator.board.Project;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rules that hold for attempts unless a project has its own.
 *
 * @param commitPolicy of projects that have none of their own
 * @param budgetPerDay what may be spent on a day, in US dollars; empty for any sum
 * @param trust what repositories may make agents run by themselves
 */
public record AttemptRules(
    AttemptLimits limits,
    TimeLimits times,
    CommitPolicy commitPolicy,
    PerProject<RepositoryTrust> trust,
    Optional<BigDecimal> budgetPerDay) {
  /**
   * How many attempts may run at a time.
   *
   * @param total on this node
   * @param perProject of one project, on all nodes
   */
  public record AttemptLimits(int total, PerProject<Integer> perProject) {
    /** Of projects without a limit of their own. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    public static final AttemptLimits DEFAULT = new AttemptLimits(8, UNLIMITED);

    public AttemptLimits {
      Stream.concat(Stream.of(total, perProject.usual()), perProject.own().values().stream())
          .filter(limit -> limit < 1)
          .findFirst()
          .ifPresent(
              limit -> {
                throw new IllegalArgumentException(
                    "A limit of running attempts is %d; it must be at least 1".formatted(limit));
              });
    }

    /** The same limit for all projects. */
    public AttemptLimits(int total, int perProject) {
      this(total, PerProject.all(perProject));
    }

    public int of(Project project) {
      return perProject.of(project);
    }
  }

  /**
   * How long things may take; empty means for ever.
   *
   * @param run from the first program of a turn to the end of its last
   * @param idle without a line of output, while nobody has been asked for an approval
   * @param approval until somebody answers a question of an agent
   */
  public record TimeLimits(
      Optional<Duration> run, Optional<Duration> idle, Optional<Duration> approval) {
    public static final TimeLimits NONE =
        new TimeLimits(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * A rule that single projects may have otherwise.
   *
   * @param usual what holds for the others
   * @param own by the id or the name of a project
   */
  public record PerProject<T>(T usual, Map<String, T> own) {
    public PerProject {
      own = Map.copyOf(own);
    }

    /** The same for all. */
    public static <T> PerProject<T> all(T usual) {
      return new PerProject<>(usual, Map.of());
    }

    public T of(Project project) {
      return Optional.ofNullable(own.get(project.id().toString()))
          .or(() -> Optional.ofNullable(own.get(project.name())))
          .orElse(usual);
    }
  }

  public static final AttemptRules DEFAULT =
      new AttemptRules(
          AttemptLimits.DEFAULT,
          TimeLimits.NONE,
          CommitPolicy.AUTO,
          PerProject.all(RepositoryTrust.NONE),
          Optional.empty());

  public AttemptRules withLimits(AttemptLimits value) {
    return new AttemptRules(value, times, commitPolicy, trust, budgetPerDay);
  }

  public AttemptRules withTimes(TimeLimits value) {
    return new AttemptRules(limits, value, commitPolicy, trust, budgetPerDay);
  }

  public AttemptRules withCommitPolicy(CommitPolicy value) {
    return new AttemptRules(limits, times, value, trust, budgetPerDay);
  }

  public AttemptRules withTrust(PerProject<RepositoryTrust> value) {
    return new AttemptRules(limits, times, commitPolicy, value, budgetPerDay);
  }

  public AttemptRules withBudgetPerDay(BigDecimal dollars) {
    return new AttemptRules(limits, times, commitPolicy, trust, Optional.of(dollars));
  }

  public CommitPolicy commitPolicy(Project project) {
    return project.commitPolicy().orElse(commitPolicy);
  }
}
