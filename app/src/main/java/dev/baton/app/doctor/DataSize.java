package dev.baton.app.doctor;

import dev.baton.app.config.RememberedDatabase;
import dev.baton.database.StorageException;
import dev.baton.orchestrator.attempt.Attempt;
import dev.baton.orchestrator.store.Store;
import dev.baton.orchestrator.store.Tables;
import dev.baton.orchestrator.workspace.DiskUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Measures what fills the data directory, and how much of it could be removed. */
final class DataSize {
  private static final String OTHER = "other";
  private static final String RUNS = "runs";

  private final Doctor.Patient patient;

  DataSize(Doctor.Patient patient) {
    this.patient = patient;
  }

  /** Empty if there is no directory yet. */
  Optional<Finding> find() {
    if (!Files.isDirectory(patient.data())) {
      return Optional.empty();
    }
    var sizes = sizes(patient.data());
    return sizes.isEmpty()
        ? Optional.empty()
        : Optional.of(Finding.good("data size", words(sizes) + freed()));
  }

  /** Bytes by what they are for; empty if the directory cannot be read. */
  static Map<String, Long> sizes(Path data) {
    var sizes = new LinkedHashMap<String, Long>();
    try (var entries = Files.list(data)) {
      entries.sorted().forEach(entry -> sizes.merge(kind(entry), DiskUse.of(entry), Long::sum));
    } catch (IOException e) {
      // why: the check of the directory itself says that it cannot be read
      return Map.of();
    }
    return sizes;
  }

  private static String kind(Path entry) {
    var name = String.valueOf(entry.getFileName());
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "worktrees" -> "worktrees";
      case RUNS -> "output of programs";
      case "mirrors" -> "mirrors of repositories";
      default ->
          name.startsWith(RememberedDatabase.USUAL)
              ? name.contains(".before-") ? "databases before updates" : "database"
              : OTHER;
    };
  }

  private static String words(Map<String, Long> sizes) {
    var total = sizes.values().stream().mapToLong(Long::longValue).sum();
    return "%s (%s)"
        .formatted(
            DiskUse.words(total),
            sizes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(size -> size.getKey() + " " + DiskUse.words(size.getValue()))
                .collect(Collectors.joining(", ")));
  }

  /**
   * What nobody has worked with for long.
   *
   * @param finished attempts whose worktrees may go
   * @param silent attempts whose output may go
   * @param entries how many log entries those have
   */
  private record StaleAttempts(List<Attempt> finished, List<Attempt> silent, long entries) {
    private static final StaleAttempts NOTHING = new StaleAttempts(List.of(), List.of(), 0);
  }

  private String freed() {
    var stale = stale();
    var words = new ArrayList<String>();
    var worktrees = bytes(stale.finished().stream().map(Attempt::root));
    if (worktrees > 0) {
      words.add(DiskUse.words(worktrees) + " of worktrees");
    }
    var output =
        bytes(
            stale.silent().stream()
                .map(attempt -> patient.data().resolve(RUNS).resolve(attempt.id().toString())));
    if (output > 0) {
      words.add(DiskUse.words(output) + " of output");
    }
    if (stale.entries() > 0) {
      words.add(stale.entries() + " log entries in the database");
    }
    return "; 'baton prune' would free " + (words.isEmpty() ? "nothing" : String.join(", ", words));
  }

  private static long bytes(Stream<Path> places) {
    return places.filter(Files::exists).mapToLong(DiskUse::of).sum();
  }

  private StaleAttempts stale() {
    if (patient.database().address().file().filter(file -> !Files.exists(file)).isPresent()) {
      return StaleAttempts.NOTHING;
    }
    try (var database = patient.database().open()) {
      return Store.asItIs(database).read(this::stale);
    } catch (StorageException e) {
      // why: the check of the database says what is wrong with it, or it is of an older program
      return StaleAttempts.NOTHING;
    }
  }

  private StaleAttempts stale(Tables tables) {
    var now = Clock.systemUTC().instant();
    var finished =
        patient.retention().worktrees().stream()
            .flatMap(stay -> tables.attempts().listFinishedTasks(now.minus(stay)).stream())
            .filter(attempt -> !attempt.isRunning())
            .filter(attempt -> tables.processes().listDevServers(attempt.id()).isEmpty())
            .toList();
    var silent =
        patient.retention().logs().stream()
            .flatMap(stay -> tables.attempts().listWithOldLogs(now.minus(stay)).stream())
            .toList();
    return new StaleAttempts(
        finished,
        silent,
        silent.stream().mapToLong(attempt -> tables.logs().count(attempt.id())).sum());
  }
}
