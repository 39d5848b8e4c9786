package dev.baton.orchestrator.notice;

import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** A receiver of webhooks on this machine that answers as it is told. */
public final class TestReceiver implements AutoCloseable {
  /** What it was sent. */
  public static final class Heard {
    private final Map<String, String> headers;
    private final byte[] bytes;

    Heard(Map<String, String> headers, byte[] bytes) {
      this.headers = headers;
      this.bytes = bytes;
    }

    public Map<String, String> headers() {
      return headers;
    }

    public byte[] bytes() {
      return bytes;
    }

    public JsonNode json() {
      return Json.MAPPER.readTree(bytes);
    }

    public long event() {
      return json().path("event_id").asLong();
    }

    public String attempt() {
      return json().path("attempt").path("id").asString("");
    }
  }

  public static final String TAKES = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  public static final String IS_DOWN = "HTTP/1.1 503 Down\r\n\r\n";
  public static final String REFUSES = "HTTP/1.1 500 No\r\n\r\n";
  public static final String HANGS = "";

  private final ServerSocket server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<Heard> heard = new CopyOnWriteArrayList<>();
  private final List<Heard> taken = new CopyOnWriteArrayList<>();
  private volatile Function<Heard, String> manner = _ -> TAKES;

  public TestReceiver() throws IOException {
    this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
  }

  /** One that listens here, with TLS too. */
  TestReceiver(ServerSocket server) {
    this.server = server;
    Thread.ofVirtual().start(this::listen);
  }

  public URI url() {
    return URI.create("http://127.0.0.1:%d/hook".formatted(server.getLocalPort()));
  }

  /** What it answers from now on; nothing at all if empty. */
  public void answers(String text) {
    manner = _ -> text;
  }

  public void answers(Function<Heard, String> how) {
    manner = how;
  }

  /** All that it was sent, whatever it answered. */
  public List<Heard> heard() {
    return List.copyOf(heard);
  }

  /** What it took, in the order in which it did. */
  public List<Heard> taken() {
    return List.copyOf(taken);
  }

  private void listen() {
    try {
      while (true) {
        var socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> answer(socket));
      }
    } catch (IOException e) {
      // why: it was closed
      open.clear();
    }
  }

  private void answer(Socket socket) {
    try {
      var request = read(socket.getInputStream());
      var answer = manner.apply(request);
      heard.add(request);
      if (answer.equals(TAKES)) {
        taken.add(request);
      }
      if (!answer.isEmpty()) {
        socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
        socket.close();
      }
    } catch (IOException e) {
      // why: the sender does not wait for all of an answer
      open.remove(socket);
    }
  }

  private static Heard read(InputStream input) throws IOException {
    var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
    for (var line = line(input); !line.isEmpty(); line = line(input)) {
      var colon = line.indexOf(": ");
      if (colon > 0) {
        headers.put(line.substring(0, colon), line.substring(colon + 2));
      } else {
        headers.put("request", line);
      }
    }
    return new Heard(
        headers, input.readNBytes(Integer.parseInt(headers.getOrDefault("Content-Length", "0"))));
  }

  private static String line(InputStream input) throws IOException {
    var line = new StringBuilder();
    for (int next = input.read(); next >= 0 && next != '\n'; next = input.read()) {
      line.append((char) next);
    }
    return line.toString().stripTrailing();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (var socket : open) {
      socket.close();
    }
  }
}
