package dev.baton.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A kept-alive HTTP/1.1 connection with one request at a time. Not thread safe. */
final class HttpConnection implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.shared();

  private final SocketChannel channel;
  private final ByteBuffer chunk = ByteBuffer.allocate(16 * 1024);
  private final HttpAnswer answer = new HttpAnswer();

  private HttpConnection(SocketChannel channel) {
    this.channel = channel;
  }

  static HttpConnection open(int port) throws IOException {
    var channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return new HttpConnection(channel);
  }

  /** Sends a request and waits for its answer, before {@link #register}. */
  HttpAnswer exchange(byte[] request) throws IOException {
    send(request);
    while (!receive()) {
      Thread.onSpinWait();
    }
    return answer;
  }

  /** The result of a request that is made once. */
  JsonNode result(ModernRequest request) throws IOException {
    var received = exchange(request.text().getBytes(UTF_8));
    var result = JSON.readTree(received.body()).path("result");
    if (received.status() != 200 || result.path("isError").asBoolean(result.isMissingNode())) {
      throw new IOException("%s was answered with %s".formatted(request.name(), received));
    }
    return result;
  }

  /** From now on nothing here waits; the selector says when there is something to receive. */
  SelectionKey register(Selector selector, Object attachment) throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, SelectionKey.OP_READ, attachment);
  }

  void send(byte[] request) throws IOException {
    answer.clear();
    var out = ByteBuffer.wrap(request);
    while (out.hasRemaining()) {
      channel.write(out);
    }
  }

  /** Takes what has arrived, and says whether the answer is whole. */
  boolean receive() throws IOException {
    chunk.clear();
    var count = channel.read(chunk);
    if (count < 0) {
      throw new EOFException("The server closed the connection after: " + answer);
    }
    answer.add(chunk.array(), count);
    return answer.isWhole();
  }

  HttpAnswer answer() {
    return answer;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
