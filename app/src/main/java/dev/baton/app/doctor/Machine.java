package dev.baton.app.doctor;

import dev.baton.orchestrator.git.Git;
import dev.baton.orchestrator.git.Git.GitTimes;
import dev.baton.orchestrator.git.GitException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The checks of the machine itself: programs, locale, disk. */
final class Machine {
  private static final int JAVA = 25;
  private static final long GIBIBYTE = 1L << 30;

  private final Path data;

  /** The machine as somebody sees it whose data is in this directory, which need not be there. */
  Machine(Path data) {
    this.data = data;
  }

  List<Finding> check() {
    return List.of(
        git().required(),
        jdk().required(),
        node(),
        locale(),
        OpenFiles.check().required(),
        writable().required(),
        disk());
  }

  private Finding git() {
    try {
      // why: a version is asked for without any lock, so the directory of locks is never made
      var git = Git.open("git", data.resolve("locks"), Map.of(), GitTimes.USUAL);
      return Finding.good("git", git.version());
    } catch (GitException | UncheckedIOException e) {
      return Finding.bad(
          "git",
          String.valueOf(e.getMessage()),
          OpenFiles.findProblem().orElse("Install git 2.39 or newer and put it on the PATH"));
    }
  }

  private static Finding jdk() {
    var version = Runtime.version();
    var found = "%s at %s".formatted(version, System.getProperty("java.home", "?"));
    return version.feature() >= JAVA
        ? Finding.good("jdk", found)
        : Finding.bad("jdk", found, "Install a JDK %d or newer".formatted(JAVA));
  }

  private static Finding node() {
    return Finding.good(
        "node", "not needed by Baton; agents that are installed with npm may need it");
  }

  private static Finding locale() {
    var encoding = System.getProperty("sun.jnu.encoding", "unknown");
    return Charset.isSupported(encoding) && Charset.forName(encoding).equals(StandardCharsets.UTF_8)
        ? Finding.good("locale", encoding)
        : Finding.bad(
            "locale",
            "file names are in " + encoding,
            "Start Baton with its launcher, or set LC_ALL=C.UTF-8; otherwise files whose names are"
                + " not ASCII cannot be opened");
  }

  private Finding writable() {
    var place = nearest();
    if (!Files.isDirectory(place)) {
      return unusable("%s is no directory".formatted(place));
    }
    try {
      // why: rights alone do not tell; some file systems refuse even the administrator
      Files.delete(Files.createTempDirectory(place, ".baton-doctor"));
    } catch (IOException e) {
      return unusable("%s is not writable".formatted(place));
    }
    return Finding.good(
        "data directory", place.equals(data) ? data.toString() : data + ", made when needed");
  }

  private static Finding unusable(String problem) {
    return Finding.bad(
        "data directory",
        problem,
        "Make it a directory that is writable, or name another with --data-dir or BATON_HOME");
  }

  private Finding disk() {
    try {
      var free = Files.getFileStore(nearest()).getUsableSpace();
      var found = "%.1f GiB free".formatted((double) free / GIBIBYTE);
      return free >= GIBIBYTE
          ? Finding.good("disk space", found)
          : Finding.bad(
              "disk space",
              found,
              "Make room: each attempt is a checkout of its repository; 'baton prune' helps");
    } catch (IOException e) {
      return Finding.bad("disk space", String.valueOf(e.getMessage()), "Check the disk");
    }
  }

  /** What is there of the path to the data. */
  private Path nearest() {
    var place = data;
    while (!Files.exists(place) && place.getParent() != null) {
      place = place.getParent();
    }
    return place;
  }
}
