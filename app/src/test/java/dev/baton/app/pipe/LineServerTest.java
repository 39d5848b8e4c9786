package dev.baton.app.pipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.app.BoardFixture;
import dev.baton.app.access.LocalToken;
import dev.baton.app.access.Owners;
import dev.baton.app.background.ServerFile;
import dev.baton.mcp.protocol.Json;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineServerTest {
  @TempDir private Path directory;

  /** What the server says to who greets it so. */
  private static String refusal(BoardFixture board, String greeting) throws Exception {
    var port = ServerFile.findRunning(board.data()).orElseThrow().linePort();
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write((greeting + "\n").getBytes(StandardCharsets.UTF_8));
      return FirstLine.read(socket.getInputStream()).path(LineDoor.REFUSED).asString("");
    }
  }

  @Test
  void only_the_local_user_may_speak_for_an_attempt() throws Exception {
    try (var board = BoardFixture.in(directory)) {
      var attempt = board.attempt("Other", "say other");
      var token = new Owners(board.data(), Clock.systemUTC()).add("ci", false).text();
      var named = Json.object().put("token", token).put("attempt", attempt);

      assertThat(refusal(board, named.toString()))
          .isEqualTo("only the local user may speak for another attempt");
      named.put("token", new LocalToken(board.data()).loadOrMake().text());
      assertThat(refusal(board, named.toString())).isEmpty();
    }
  }

  @Test
  void a_caller_that_is_not_let_in_is_told_why() throws Exception {
    try (var board = BoardFixture.withCoreToolsOnly(directory)) {
      var token = new LocalToken(board.data()).loadOrMake().text();
      var lost = Json.object().put("token", token).put("attempt", "bogus");

      assertThat(refusal(board, "{}")).isEqualTo("its token is not valid");
      assertThat(refusal(board, lost.toString()))
          .isEqualTo("its greeting is not understood: Invalid UUID string: bogus");
      assertThat(refusal(board, "hello")).startsWith("its greeting is not understood: ");
    }
  }
}
