package dev.baton.orchestrator.process;

import dev.baton.orchestrator.process.ProcessTable.ProcessEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The processes as Linux shows them in {@code /proc}. */
final class ProcTable implements ProcessTable {
  private static final Path PROC = Path.of("/proc");
  private static final Path BOOT_ID = PROC.resolve("sys/kernel/random/boot_id");

  /** In ASCII, because the bytes of others are read as Latin letters here. */
  private static final Pattern PLAIN_PATH = Pattern.compile("/\\p{Print}*");

  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int GROUP = 2;
  private static final int SESSION = 3;
  private static final int TERMINAL = 4;
  private static final int START = 19;

  private final String bootId;

  ProcTable() {
    bootId = read(BOOT_ID).orElseThrow().strip();
  }

  static boolean isOffered() {
    return read(BOOT_ID).isPresent() && read(PROC.resolve("self/stat")).isPresent();
  }

  @Override
  public Optional<ProcessIdentity> find(long pid) {
    return entry(pid).map(ProcessEntry::identity);
  }

  @Override
  public boolean isAlive(ProcessIdentity identity) {
    return find(identity.pid()).filter(identity::equals).isPresent();
  }

  @Override
  public boolean isOfAnotherBoot(ProcessIdentity identity) {
    return !identity.bootId().equals(bootId);
  }

  @Override
  public String describe(long pid) {
    return read(file(pid, "cmdline")).map(line -> line.replace('\0', ' ').strip()).orElse("");
  }

  @Override
  public List<ProcessEntry> list() {
    var entries = new ArrayList<ProcessEntry>();
    try (var files = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (var file : files) {
        entry(Long.parseLong(file.getFileName().toString())).ifPresent(entries::add);
      }
    } catch (DirectoryIteratorException | IOException e) {
      throw new IllegalStateException("The processes in %s cannot be listed".formatted(PROC), e);
    }
    return entries;
  }

  @Override
  public boolean isStartedWith(long pid, String name, String value) {
    return words(pid, "environ").contains("%s=%s".formatted(name, value));
  }

  @Override
  public List<String> variables(long pid) {
    return words(pid, "environ");
  }

  @Override
  public boolean worksIn(long pid, Predicate<Path> place) {
    return isOurs(pid)
        && (Stream.of("cwd", "exe").anyMatch(link -> leadsTo(file(pid, link), place))
            || words(pid, "cmdline").stream()
                .anyMatch(word -> PLAIN_PATH.matcher(word).matches() && place.test(Path.of(word)))
            || hasOpen(pid, place));
  }

  private static boolean isOurs(long pid) {
    try {
      return Files.getOwner(file(pid, "stat")).equals(Files.getOwner(PROC.resolve("self/stat")));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean hasOpen(long pid, Predicate<Path> place) {
    try (var files = Files.newDirectoryStream(file(pid, "fd"))) {
      for (var file : files) {
        if (leadsTo(file, place)) {
          return true;
        }
      }
      return false;
    } catch (DirectoryIteratorException | IOException e) {
      return false;
    }
  }

  private static boolean leadsTo(Path link, Predicate<Path> place) {
    try {
      return place.test(Files.readSymbolicLink(link));
    } catch (IOException e) {
      // why: it has just ended, or what it had open is closed
      return false;
    }
  }

  /** What stands in a file of words that end with a zero byte. */
  private static List<String> words(long pid, String name) {
    return read(file(pid, name)).map(text -> List.of(text.split("\0", -1))).orElse(List.of());
  }

  private Optional<ProcessEntry> entry(long pid) {
    return read(file(pid, "stat")).flatMap(stat -> parse(pid, stat));
  }

  private Optional<ProcessEntry> parse(long pid, String stat) {
    // why: the name stands in parentheses and may hold blanks and parentheses itself
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    if (fields[STATE].equals("Z") || fields[STATE].equals("X")) {
      return Optional.empty();
    }
    var identity = new ProcessIdentity(pid, Long.parseLong(fields[START]), bootId);
    return Optional.of(
        new ProcessEntry(
            identity,
            Long.parseLong(fields[PARENT]),
            Long.parseLong(fields[GROUP]),
            Long.parseLong(fields[SESSION]),
            !fields[TERMINAL].equals("0")));
  }

  private static Path file(long pid, String name) {
    return PROC.resolve(Long.toString(pid)).resolve(name);
  }

  /** What the file holds; empty if the process has gone or belongs to somebody else. */
  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1))
          .filter(text -> !text.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
