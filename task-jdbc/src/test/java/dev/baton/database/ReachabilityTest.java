package dev.baton.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A server that is away is missed by who first finds it so, not by who has waited in vain. */
class ReachabilityTest {
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Logger logger = (Logger) LoggerFactory.getLogger(Database.class);
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Persistence persistence = new Persistence("db", Dialect.POSTGRESQL, PATIENCE);

  @BeforeEach
  void listen() {
    log.start();
    logger.addAppender(log);
    logger.setAdditive(false);
  }

  @AfterEach
  void end() {
    logger.setAdditive(true);
    logger.detachAppender(log);
  }

  @Test
  void a_connection_that_fails_is_told_at_once_and_its_end_as_people_say_it() {
    persistence.notConnected(new SQLException("refused", "08001"));
    persistence.notConnected(new SQLException("refused", "08001"));
    assertThat(persistence.isAway()).isTrue();
    assertThat(persistence.insist(() -> 1)).isEqualTo(1);
    assertThat(persistence.isAway()).isFalse();
    assertThat(lines())
        .containsExactly(
            "Database db cannot be reached (refused); check that it runs and takes connections; it"
                + " is tried again until it answers",
            "Database db answers again, after less than a second");
  }

  @Test
  void a_server_that_has_no_more_connections_to_give_is_not_away() {
    persistence.notConnected(new SQLException("too many clients", "53300"));
    assertThat(persistence.isAway()).isFalse();
    assertThat(lines()).isEmpty();
  }

  @Test
  void a_source_tells_of_each_connection_that_fails() throws IOException {
    PostgresDataSource source =
        new PostgresDataSource(
            PostgresAddress.parse("jdbc:postgresql://127.0.0.1:%d/db".formatted(closedPort())),
            PATIENCE);
    source.onFailure(persistence::notConnected);
    assertThatThrownBy(source::getConnection).isInstanceOf(SQLException.class);
    assertThat(persistence.isAway()).isTrue();
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private List<String> lines() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }
}
