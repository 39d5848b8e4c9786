package dev.baton.app.cluster;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Two network devices with a line between them that delays and loses packets, for kernels that were
 * built without netem. What goes in at one device comes out at the other, later, or not at all.
 */
final class LossyLine implements AutoCloseable {
  private static final int READ_AND_WRITE = 2;
  private static final long TAKE_DEVICE = 0x400454caL;
  private static final short ETHERNET_FRAMES = 0x1002;
  private static final int NAME_BYTES = 16;
  private static final long REQUEST_BYTES = 40;
  private static final int MOST_BYTES = 65_536;
  private static final short READABLE = 1;
  private static final int LOOK_MILLIS = 100;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle OPEN =
      function("open", 2, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
  private static final MethodHandle IOCTL =
      function("ioctl", 2, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
  private static final MethodHandle POLL =
      function("poll", 0, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT);
  private static final MethodHandle READ =
      function("read", 0, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
  private static final MethodHandle WRITE =
      function("write", 0, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
  private static final MethodHandle CLOSE = function("close", 0, ValueLayout.JAVA_INT);

  private final Duration delay;
  private final double loss;
  private final int[] devices = new int[2];
  private final List<Thread> readers = new ArrayList<>();
  private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor();
  private volatile boolean isClosed;

  /** A line between two new devices of these names, at most 15 letters each. */
  LossyLine(String one, String other, Duration delay, double loss) throws IOException {
    this.delay = delay;
    this.loss = loss;
    devices[0] = device(one);
    devices[1] = device(other);
    for (int side = 0; side < devices.length; side++) {
      var from = devices[side];
      var to = devices[1 - side];
      readers.add(Thread.ofPlatform().daemon().name("lossy line").start(() -> carry(from, to)));
    }
  }

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, int fixed, MemoryLayout... parameters) {
    var options =
        fixed == 0
            ? new Linker.Option[0]
            : new Linker.Option[] {Linker.Option.firstVariadicArg(fixed)};
    return LINKER.downcallHandle(
        LINKER.defaultLookup().find(name).orElseThrow(),
        FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters),
        options);
  }

  private static int call(MethodHandle function, Object... arguments) {
    try {
      return (int) function.invokeWithArguments(arguments);
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static int device(String name) throws IOException {
    try (var arena = Arena.ofConfined()) {
      var device = call(OPEN, arena.allocateFrom("/dev/net/tun"), READ_AND_WRITE);
      var request = arena.allocate(REQUEST_BYTES);
      request.setString(0, name);
      request.set(ValueLayout.JAVA_SHORT, NAME_BYTES, ETHERNET_FRAMES);
      if (device < 0 || call(IOCTL, device, TAKE_DEVICE, request) < 0) {
        throw new IOException("The device %s cannot be made".formatted(name));
      }
      return device;
    }
  }

  private void carry(int from, int to) {
    try (var arena = Arena.ofConfined()) {
      var buffer = arena.allocate(MOST_BYTES);
      var question = arena.allocate(8, 4);
      question.set(ValueLayout.JAVA_INT, 0, from);
      question.set(ValueLayout.JAVA_SHORT, 4, READABLE);
      while (!isClosed) {
        var length =
            call(POLL, question, 1L, LOOK_MILLIS) > 0
                ? call(READ, from, buffer, (long) MOST_BYTES)
                : 0;
        if (length > 0 && ThreadLocalRandom.current().nextDouble() >= loss) {
          send(to, buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
        }
      }
    }
  }

  private void send(int to, byte[] frame) {
    var _ =
        late.schedule(
            () -> {
              try (var arena = Arena.ofConfined()) {
                MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, frame);
                return call(WRITE, to, bytes, (long) frame.length);
              }
            },
            delay.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** The devices go away with the line. */
  @Override
  public void close() {
    isClosed = true;
    try {
      for (var reader : readers) {
        reader.join();
      }
      late.shutdownNow();
      var _ = late.awaitTermination(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    for (var device : devices) {
      var _ = call(CLOSE, device);
    }
  }
}
