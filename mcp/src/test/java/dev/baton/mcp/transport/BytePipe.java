package dev.baton.mcp.transport;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingDeque;

/**
 * Bytes from one thread to another, like a pipe of the operating system: the threads at its ends
 * may come and go, and an interrupt does not break it.
 */
final class BytePipe {
  /** What was written and not read yet; an empty chunk is the end. */
  private final LinkedBlockingDeque<byte[]> chunks = new LinkedBlockingDeque<>();

  final InputStream source = new Source();
  final OutputStream sink = new Sink();

  private final class Source extends InputStream {
    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        var chunk = chunks.take();
        if (chunk.length == 0) {
          chunks.addFirst(chunk);
          return -1;
        }
        var count = Math.min(length, chunk.length);
        System.arraycopy(chunk, 0, into, offset, count);
        if (count < chunk.length) {
          chunks.addFirst(Arrays.copyOfRange(chunk, count, chunk.length));
        }
        return count;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("Interrupted while reading", e);
      }
    }
  }

  private final class Sink extends OutputStream {
    @Override
    public void write(int b) {
      chunks.add(new byte[] {(byte) b});
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      if (length > 0) {
        chunks.add(Arrays.copyOfRange(bytes, offset, offset + length));
      }
    }

    @Override
    public void close() {
      chunks.add(new byte[0]);
    }
  }
}
