package dev.baton.app.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.baton.app.BoardFixture;
import dev.baton.app.Main;
import dev.baton.app.Program;
import dev.baton.app.background.NoServerException;
import dev.baton.app.background.ServerFile;
import dev.baton.app.command.base.LocalServer;
import dev.baton.app.home.DataDirectory;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What cannot be printed, or was never an answer, is no success. */
class BrokenOutputTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"--version", "--help", "config show"})
  void output_that_cannot_be_written_is_a_failure(String words) throws Exception {
    var ended = inShell(words, "> /dev/full");

    assertThat(ended.code()).as(ended.err()).isEqualTo(1);
    assertThat(ended.err()).startsWith("baton: The output could not be written: ").hasLineCount(1);
  }

  @Test
  void a_reader_that_has_read_enough_is_no_failure() throws Exception {
    var ended = inShell("--help", "| head -n 1; exit ${PIPESTATUS[0]}");

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"> /dev/full", "| true; exit ${PIPESTATUS[0]}"})
  void an_export_that_arrives_in_part_is_a_failure(String reader) throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var ended = inShell("export - --data-dir " + board.data(), reader);

      assertThat(ended.code()).as(ended.err()).isEqualTo(1);
      assertThat(ended.err())
          .startsWith("baton: Standard output did not take the whole export")
          .hasLineCount(1);
    }
  }

  private Program.Ended inShell(String words, String rest) throws Exception {
    var command = new ArrayList<>(List.of("bash", "-c", "\"$@\" " + rest, "baton"));
    command.addAll(Program.javaCommand(List.of(), Main.class, words.split(" ")));
    try (var program = Program.start(command, Map.of("BATON_HOME", directory.toString()))) {
      return program.await();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "<html>", "null", "[1]", "{\"tasks\": [", "{} {}"})
  void an_answer_that_is_none_is_a_failure(String answer) throws Exception {
    var data = new DataDirectory(directory);
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var bytes = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    try {
      var port = server.getAddress().getPort();
      ServerFile.ofThisProcess(port, 0, "http://127.0.0.1:" + port).write(data);

      assertThatThrownBy(
              () -> new LocalServer(() -> data, Map.of()).call("/api/list_tasks", Json.object()))
          .isInstanceOf(NoServerException.class)
          .hasMessageContaining("answered with status 200 and '%s'".formatted(answer));
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', it ended the connection",
    "'SSH-2.0-OpenSSH', what it said is no answer",
    "'HTTP/1.1 200 OK|Content-Length: 50||{\"tasks\":[]}', its answer came only in part"
  })
  void a_server_that_goes_away_is_said(String said, String reason) throws Exception {
    var data = new DataDirectory(directory);
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var port = server.getLocalPort();
      ServerFile.ofThisProcess(port, 0, "http://127.0.0.1:" + port).write(data);
      var answering = Thread.ofVirtual().start(() -> answer(server, said.replace("|", "\r\n")));

      assertThatThrownBy(
              () -> new LocalServer(() -> data, Map.of()).call("/api/list_tasks", Json.object()))
          .isInstanceOf(NoServerException.class)
          .hasMessageContaining("went away during the call (%s)".formatted(reason));
      answering.join();
    }
  }

  private static void answer(ServerSocket server, String said) {
    try (var connection = server.accept()) {
      var in = connection.getInputStream();
      var heard = new StringBuilder();
      while (!heard.toString().endsWith("\r\n\r\n{}")) {
        heard.append((char) in.read());
      }
      connection.getOutputStream().write(said.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
