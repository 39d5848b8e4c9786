package dev.baton.app.pipe;

import dev.baton.app.background.NoServerException;
import dev.baton.mcp.protocol.ErrorCode;
import dev.baton.mcp.protocol.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries a client's messages to the server and the server's back. When the server goes away it
 * finds the next one as soon as there is something to say to it, greets it in the client's name,
 * and repeats what nobody has answered, if that can do no harm. Until then it lets the server be
 * gone: somebody may have stopped it.
 */
public final class LinePipe {
  private static final String OWN_ID = "baton-greeting";

  /** Loaded when there is something to say: a client waits for the first answer. */
  private static final class Log {
    static final Logger LOG = LoggerFactory.getLogger(LinePipe.class);
  }

  private final LineDoor door;
  private final InputStream in;
  private final OutputStream out;
  private final ClientHistory conversation = new ClientHistory();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition reconnected = lock.newCondition();
  private final Condition needed = lock.newCondition();
  private Optional<Socket> server = Optional.empty();
  private boolean hasToSend;
  private boolean done;

  public LinePipe(LineDoor door, InputStream in, OutputStream out) {
    this.door = door;
    this.in = in;
    this.out = out;
  }

  public void run() throws IOException, InterruptedException {
    var opened = door.open();
    conversation.mayRepeatTools(opened.readOnlyTools());
    var socket = opened.socket();
    server = Optional.of(socket);
    var back = Thread.ofPlatform().daemon().name("from-server").start(() -> carryBack(socket));
    try (var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        forward(line);
      }
    }
    finish();
    back.join();
  }

  private void forward(String line) throws InterruptedException {
    lock.lock();
    try {
      while (server.isEmpty() && !done) {
        hasToSend = true;
        needed.signalAll();
        reconnected.await();
      }
      // why: the server works on it meanwhile, and its answer is not noted without the lock
      send(line);
      conversation.asked(parse(line), line);
    } finally {
      lock.unlock();
    }
  }

  private void send(String line) {
    try {
      var bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
      if (server.isPresent()) {
        server.get().getOutputStream().write(bytes);
      }
    } catch (IOException e) {
      // why: whoever reads from the server sees its end too, and repeats what was not answered
      Log.LOG.debug("The server went away", e);
    }
  }

  private void finish() throws IOException {
    lock.lock();
    try {
      done = true;
      needed.signalAll();
      if (server.isPresent()) {
        server.get().shutdownOutput();
      }
    } finally {
      lock.unlock();
    }
  }

  private void carryBack(Socket first) {
    var socket = first;
    while (true) {
      read(socket);
      lock.lock();
      try {
        server = Optional.empty();
        while (!done && !hasToSend && !conversation.isAnswerAwaited()) {
          needed.await();
        }
        if (done) {
          return;
        }
        hasToSend = false;
        var opened = door.open();
        conversation.mayRepeatTools(opened.readOnlyTools());
        socket = opened.socket();
        server = Optional.of(socket);
        greetAgain();
        reconnected.signalAll();
      } catch (IOException | RuntimeException e) {
        Log.LOG.error("The server is gone and no other could be had", e);
        Runtime.getRuntime().halt(NoServerException.EXIT_CODE);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } finally {
        lock.unlock();
      }
    }
  }

  private void read(Socket socket) {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        // why: to read a long answer takes longer than to pass it on
        var isForClient = !line.contains(OWN_ID);
        if (isForClient) {
          say(line);
        }
        note(parse(line), line, isForClient);
      }
    } catch (IOException e) {
      Log.LOG.debug("The server went away", e);
    }
  }

  private void note(JsonNode message, String line, boolean isSaid) {
    if (message.path("id").asString("").equals(OWN_ID)) {
      return;
    }
    lock.lock();
    try {
      conversation.answered(message);
    } finally {
      lock.unlock();
    }
    if (!isSaid) {
      say(line);
    }
  }

  private void greetAgain() {
    conversation
        .greeting()
        .ifPresent(
            greeting -> {
              send(greeting.put("id", OWN_ID).toString());
              send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            });
    for (var open : conversation.open()) {
      if (conversation.mayRepeat(open)) {
        send(open.line());
      } else {
        conversation.forget(open);
        say(mayHaveHappened(open.message()).toString());
      }
    }
  }

  private static ObjectNode mayHaveHappened(JsonNode request) {
    var answer = Json.object().put("jsonrpc", "2.0");
    answer.set("id", request.path("id"));
    answer
        .putObject("error")
        .put("code", ErrorCode.INTERNAL_ERROR)
        .put(
            "message",
            "The server was restarted before it answered: this may or may not have happened. Look"
                + " before you repeat it, or send request_id with calls that take one");
    return answer;
  }

  private synchronized void say(String line) {
    try {
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      Log.LOG.debug("The client went away", e);
    }
  }

  private static JsonNode parse(String line) {
    try {
      return Json.MAPPER.readTree(line);
    } catch (JacksonException e) {
      return MissingNode.getInstance(); // the server says what is wrong with it
    }
  }
}
