package dev.baton.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What nodes ask of the database while nothing happens. */
final class IdleNodesMeasurement implements Measurement {
  private static final int WORKERS = 4;
  private static final double MOST = 1;

  /** The brackets of transactions are no questions. */
  private static final String QUERIES =
      "select coalesce(sum(calls), 0) from pg_stat_statements where query !~* '^(begin|commit|rollback)'";

  private static final String TRANSACTIONS =
      "select sum(xact_commit + xact_rollback) from pg_stat_database where datname = 'postgres'";

  private final Installation installation;
  private final Plan plan;
  private final Peer server = Peer.bare("a server without agents");
  private final Peer worker = Peer.bare("a worker");
  private Optional<EmbeddedPostgres> postgres = Optional.empty();
  private Optional<Fleet> fleet = Optional.empty();
  private Optional<Counts> ofServer = Optional.empty();

  /** Questions a second. */
  private record Counts(double queries, double transactions) {
    private Counts since(Counts earlier, double divisor) {
      return new Counts(
          (queries - earlier.queries) / divisor, (transactions - earlier.transactions) / divisor);
    }
  }

  IdleNodesMeasurement(Installation installation, Plan plan) {
    this.installation = installation;
    this.plan = plan;
  }

  @Override
  public void prepare() throws IOException, InterruptedException {
    postgres =
        Optional.of(
            EmbeddedPostgres.builder()
                  .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setServerConfig("pg_stat_statements.track_utility", "on")
                .start());
    count("create extension pg_stat_statements");
    fleet = Optional.of(Fleet.start(installation, directory(), address(), 0, 1));
  }

  private Path directory() throws IOException {
    return fleet.isPresent()
        ? installation.target().resolve("data").resolve(name())
        : installation.newDirectory(name());
  }

  private String address() {
    return postgres.orElseThrow().getJdbcUrl("postgres", "postgres");
  }

  @Override
  public void cleanUp() throws IOException {
    if (fleet.isPresent()) {
      fleet.get().close();
    }
    if (postgres.isPresent()) {
      postgres.get().close();
    }
    Installation.delete(installation.target().resolve("data").resolve(name()));
  }

  @Override
  public String group() {
    return "nodes";
  }

  @Override
  public String name() {
    return "nodes-idle";
  }

  @Override
  public String method() {
    return "What PostgreSQL counts while nothing is asked for and nothing runs, for %d s: statements (`pg_stat_statements`, without `begin`, `commit` and `rollback`) and transactions (`pg_stat_database`). First of a server alone, then of the same with %d workers, of which the server's share is taken off."
        .formatted(time().toSeconds(), WORKERS);
  }

  private Duration time() {
    return plan.agentTime().dividedBy(2);
  }

  @Override
  public List<Peer> peers() {
    return List.of(server, worker);
  }

  @Override
  public List<Figure> figures() {
    return List.of(Figure.QUERIES, Figure.TRANSACTIONS);
  }

  @Override
  public Peer reference(Peer peer) {
    return server;
  }

  @Override
  public List<Goal> goals() {
    return List.of(
        new Goal.Under(server, Figure.QUERIES, MOST), new Goal.Under(worker, Figure.QUERIES, MOST));
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public void measure(Peer peer, Results results) throws IOException, InterruptedException {
    if (peer.equals(worker)) {
      fleet.orElseThrow().addWorkers(WORKERS, 1);
    }
    // why: nodes that have just begun say what they have
    Thread.sleep(plan.brief().multipliedBy(5));
    var before = counts();
    Thread.sleep(time());
    var each = counts().since(before, time().toMillis() / 1e3);
    if (peer.equals(worker)) {
      each = each.since(ofServer.orElseThrow(), WORKERS);
    } else {
      ofServer = Optional.of(each);
    }
    results.add(peer, Figure.QUERIES, each.queries());
    results.add(peer, Figure.TRANSACTIONS, each.transactions());
  }

  private Counts counts() throws IOException {
    return new Counts(count(QUERIES), count(TRANSACTIONS));
  }

  private double count(String sql) throws IOException {
    try (var connection = postgres.orElseThrow().getPostgresDatabase().getConnection();
        var statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return 0;
      }
      var rows = statement.getResultSet();
      rows.next();
      return rows.getDouble(1);
    } catch (SQLException e) {
      throw new IOException("PostgreSQL does not count: " + sql, e);
    }
  }
}
