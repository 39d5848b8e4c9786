package dev.baton.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Consumer;

/** Connects to a server; does not say with which password. Thread safe. */
final class PostgresDataSource extends PlainDataSource {
  /** No statement takes longer but a migration; an answer that is lost never comes. */
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(60);

  private final String url;
  private final Duration patience;
  private final Properties properties = new Properties();
  private volatile Consumer<SQLException> listener = failure -> {};

  PostgresDataSource(PostgresAddress address, Duration patience) {
    url = address.url();
    this.patience = patience;
    // what the address says about these wins
    properties.setProperty("ApplicationName", "baton");
    properties.setProperty("connectTimeout", String.valueOf(patience.toSeconds()));
    properties.setProperty("tcpKeepAlive", "true");
    // why: a cable that is pulled tells nobody, and the system would wait a quarter of an hour
    properties.setProperty("socketTimeout", String.valueOf(LONGEST_ANSWER.toSeconds()));
    // why: the lines of a log come in batches, which are sent as few statements so
    properties.setProperty("reWriteBatchedInserts", "true");
    properties.putAll(address.credentials());
  }

  @Override
  public int getLoginTimeout() {
    return Math.toIntExact(patience.toSeconds());
  }

  /** Tells of every connection that fails from now on; who waits for one hears of it later. */
  void onFailure(Consumer<SQLException> own) {
    listener = own;
  }

  @Override
  public Connection getConnection() throws SQLException {
    try {
      return DriverManager.getConnection(url, properties);
    } catch (SQLException failure) {
      listener.accept(failure);
      throw failure;
    }
  }
}
