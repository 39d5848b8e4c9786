package dev.baton.orchestrator.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.baton.database.Databases;
import dev.baton.database.Dialect;
import dev.baton.orchestrator.fleet.HomeServer;
import dev.baton.orchestrator.fleet.RepositoryReach;
import dev.baton.orchestrator.store.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a worker makes of the answers of its server. */
class ReachFinderTest {
  private static final String ANSWER = "{\"node\": \"s1\", \"homes\": [\"s1\", \"s2\"]}";

  @RegisterExtension final Databases databases = Databases.of(Dialect.SQLITE);
  private final AtomicInteger status = new AtomicInteger(200);
  private HttpServer server;
  private HomeServer home;
  private ReachFinder finder;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var body = ANSWER.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status.get(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    home =
        new HomeServer(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), "secret");
    finder =
        new ReachFinder(
            Store.open(databases.open(databases.newAddress())), "w1", Optional.of(home), List::of);
  }

  @AfterEach
  void end() {
    server.stop(0);
  }

  @Test
  void a_token_that_was_revoked_gets_nothing_until_the_server_knows_it_again() {
    var whole = RepositoryReach.through("s1", List.of("s1", "s2"));
    assertThat(finder.get()).isEqualTo(whole);

    status.set(401);
    assertThat(finder.get()).isEqualTo(whole.refused());
    assertThat(finder.get().refusing()).containsExactly("s1");
    assertThat(home.reason("fatal: could not read Username"))
        .isEqualTo(
            "it does not know this worker's token; make one there with 'baton token add NAME"
                + " --worker', and start the worker again with it");

    status.set(200);
    assertThat(finder.get()).isEqualTo(whole);
    assertThat(home.reason("fatal: no space left")).isEqualTo("fatal: no space left");
  }

  @Test
  void what_was_told_before_counts_while_the_server_is_away() {
    var whole = finder.get();
    server.stop(0);
    assertThat(finder.get()).isEqualTo(whole);
    assertThat(home.reason("fatal: refused")).isEqualTo("fatal: refused");
  }
}
