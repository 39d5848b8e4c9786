package dev.baton.app.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A way to a port of this machine that can be cut: then nothing comes through, and nobody hears.
 */
final class PulledCable implements AutoCloseable {
  private static final int BUFFER = 8192;

  private final ServerSocket door;
  private final int port;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private boolean isCut;

  private PulledCable(ServerSocket door, int port) {
    this.door = door;
    this.port = port;
  }

  static PulledCable to(int port) throws IOException {
    var cable = new PulledCable(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), port);
    Thread.ofVirtual().start(cable::accept);
    return cable;
  }

  int port() {
    return door.getLocalPort();
  }

  synchronized void pull() {
    isCut = true;
  }

  synchronized void mend() {
    isCut = false;
    notifyAll();
  }

  private void accept() {
    try {
      while (!door.isClosed()) {
        var near = door.accept();
        sockets.add(near);
        awaitWhole();
        var far = new Socket(InetAddress.getLoopbackAddress(), port);
        sockets.add(far);
        Thread.ofVirtual().start(() -> carry(near, far));
        Thread.ofVirtual().start(() -> carry(far, near));
      }
    } catch (IOException e) {
      close();
    }
  }

  private void carry(Socket from, Socket to) {
    try (from;
        to) {
      var buffer = new byte[BUFFER];
      for (var length = 0; length >= 0; length = from.getInputStream().read(buffer)) {
        awaitWhole();
        to.getOutputStream().write(buffer, 0, length);
      }
    } catch (IOException e) {
      // why nothing: the other side notices
      sockets.remove(from);
    }
  }

  private synchronized void awaitWhole() {
    try {
      while (isCut) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    mend();
    try {
      door.close();
      for (var socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
