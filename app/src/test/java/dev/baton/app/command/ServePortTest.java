package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.Cli;
import dev.baton.app.Program;
import dev.baton.mcp.protocol.Json;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents outlive a server and know it by its port. */
@Tag("slow")
class ServePortTest {
  @TempDir private Path directory;

  private Program serve() throws Exception {
    return Program.baton("serve", "--port", "0", "--json", "--data-dir", directory.toString());
  }

  private static int port(Program serve) throws Exception {
    return Json.parseObject(serve.line()).path("port").asInt();
  }

  @Test
  void the_next_server_is_where_the_last_one_was_unless_somebody_else_is_there() throws Exception {
    int first;
    try (var serve = serve()) {
      first = port(serve);
    }
    try (var serve = serve()) {
      assertThat(port(serve)).isEqualTo(first);
      serve.terminate();
      serve.await();
    }
    try (var _ = new ServerSocket(first, 1, InetAddress.getLoopbackAddress());
        var serve = serve()) {
      assertThat(port(serve)).isNotEqualTo(first).isPositive();
    }
  }

  @Test
  void an_address_that_is_not_of_this_machine_is_refused_by_the_option_that_named_it() {
    var ended =
        Cli.run("serve", "--bind", "192.0.2.1", "--port", "0", "--data-dir", directory.toString());

    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains("192.0.2.1", "--bind takes an address of this machine");
  }
}
