package dev.baton.app.cluster;

import dev.baton.app.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Gives programs a clock that is wrong, by a library that they load before any other. Intervals are
 * right: they are measured by a clock that nobody sets.
 */
final class WrongClock {
  private static final String SOURCE =
      """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <stdlib.h>
      #include <sys/time.h>
      #include <time.h>

      static long shift(void) {
        char *text = getenv("WRONG_CLOCK_SECONDS");
        return text ? atol(text) : 0;
      }

      int clock_gettime(clockid_t id, struct timespec *at) {
        static int (*real)(clockid_t, struct timespec *);
        if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
        int result = real(id, at);
        if (!result && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE)) at->tv_sec += shift();
        return result;
      }

      int gettimeofday(struct timeval *at, void *zone) {
        struct timespec now;
        int result = clock_gettime(CLOCK_REALTIME, &now);
        if (at) { at->tv_sec = now.tv_sec; at->tv_usec = now.tv_nsec / 1000; }
        return result;
      }

      time_t time(time_t *at) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        if (at) *at = now.tv_sec;
        return now.tv_sec;
      }
      """;

  private WrongClock() {}

  /** Why there can be none on this machine. */
  static Optional<String> findObstacle() {
    try {
      var _ = library();
      return Optional.empty();
    } catch (UncheckedIOException | IllegalStateException e) {
      return Optional.of("a compiler for C is needed: " + e.getMessage());
    }
  }

  /** The variables of a program whose clock is wrong by so many seconds. */
  static Map<String, String> by(long seconds) {
    return Map.of(
        "LD_PRELOAD", library().toString(), "WRONG_CLOCK_SECONDS", Long.toString(seconds));
  }

  private static synchronized Path library() {
    try {
      var directory = Files.createDirectories(Repository.root().resolve("app/target/clock"));
      var library = directory.resolve("wrong-clock-%d.so".formatted(ProcessHandle.current().pid()));
      if (!Files.exists(library)) {
        var source = Files.writeString(directory.resolve("wrong-clock.c"), SOURCE);
        TestNetwork.run(
            "cc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl");
      }
      return library;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
