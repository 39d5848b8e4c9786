package dev.baton.workflow.yaml;

import dev.baton.workflow.SequentialWorkflow;
import dev.baton.workflow.ServerCatalog;
import dev.baton.workflow.WorkflowProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The workflow files of some directories. It reads when it is asked to, and has no threads of its
 * own; a file that breaks keeps its last good version. Thread safe.
 *
 * {@snippet file="dev/baton/workflow/yaml/WorkflowFileExamplesTest.java" region="folder"}
 */
public final class WorkflowFolder {
  private final List<Path> directories;
  private final ServerCatalog catalog;
  private final Map<Path, Entry> entries = new LinkedHashMap<>();

  /**
   * @param directories read in this order; one that does not exist is empty
   * @param catalog what the server has besides these workflows
   */
  public WorkflowFolder(List<Path> directories, ServerCatalog catalog) {
    this.directories = List.copyOf(directories);
    this.catalog = catalog;
  }

  /** What a refresh changed; names of workflows, in the order of the files. */
  public record Change(
      List<String> added, List<String> changed, List<String> removed, List<BrokenFile> broken) {
    public Change {
      added = List.copyOf(added);
      changed = List.copyOf(changed);
      removed = List.copyOf(removed);
      broken = List.copyOf(broken);
    }

    /** If other workflows are served than before, which clients have to be told. */
    public boolean isAnnounced() {
      return !added.isEmpty() || !changed.isEmpty() || !removed.isEmpty();
    }
  }

  /**
   * A file with problems.
   *
   * @param served the name of the last good version, which is still served
   */
  public record BrokenFile(Path file, List<WorkflowProblem> problems, Optional<String> served) {
    public BrokenFile {
      problems = List.copyOf(problems);
    }
  }

  private record Entry(
      WorkflowFile file, Optional<SequentialWorkflow> good, List<WorkflowProblem> problems) {}

  /**
   * Reads what is new. {@linkplain Change#broken() Broken files} are told once for each of their
   * versions.
   *
   * @throws UncheckedIOException if a directory cannot be listed; then nothing changes
   */
  public synchronized Change refresh() {
    var before = byName();
    var files = files(directories);
    entries.keySet().retainAll(files);
    var broken = new ArrayList<BrokenFile>();
    for (var path : files) {
      refresh(path).ifPresent(broken::add);
    }
    return change(before, byName(), broken);
  }

  /** The workflows to serve, in the order of the files. */
  public synchronized List<SequentialWorkflow> workflows() {
    return entries.values().stream().flatMap(entry -> entry.good().stream()).toList();
  }

  /** The files that have problems now. */
  public synchronized List<BrokenFile> broken() {
    return entries.entrySet().stream()
        .filter(it -> !it.getValue().problems().isEmpty())
        .map(it -> broken(it.getKey(), it.getValue()))
        .toList();
  }

  private Optional<BrokenFile> refresh(Path path) {
    var file = WorkflowFile.read(path);
    var old = Optional.ofNullable(entries.get(path));
    var same = old.filter(it -> it.file().hasContentOf(file));
    if (same.isPresent() && same.get().problems().isEmpty()) {
      return Optional.empty();
    }
    var problems = file.problems(catalog, others(path));
    var entry =
        problems.isEmpty()
            ? new Entry(file, file.workflow(), problems)
            : new Entry(file, old.flatMap(Entry::good), problems);
    entries.put(path, entry);
    var told = old.filter(it -> it.problems().equals(problems)).isPresent();
    return problems.isEmpty() || told ? Optional.empty() : Optional.of(broken(path, entry));
  }

  private static BrokenFile broken(Path path, Entry entry) {
    return new BrokenFile(path, entry.problems(), entry.good().map(SequentialWorkflow::name));
  }

  private List<SequentialWorkflow> others(Path path) {
    return entries.entrySet().stream()
        .filter(it -> !it.getKey().equals(path))
        .flatMap(it -> it.getValue().good().stream())
        .toList();
  }

  private Map<String, SequentialWorkflow> byName() {
    var workflows = new LinkedHashMap<String, SequentialWorkflow>();
    workflows().forEach(workflow -> workflows.putIfAbsent(workflow.name(), workflow));
    return workflows;
  }

  private static Change change(
      Map<String, SequentialWorkflow> before,
      Map<String, SequentialWorkflow> after,
      List<BrokenFile> broken) {
    return new Change(
        after.keySet().stream().filter(name -> !before.containsKey(name)).toList(),
        after.keySet().stream()
            .filter(before::containsKey)
            .filter(name -> !Objects.equals(after.get(name), before.get(name)))
            .toList(),
        before.keySet().stream().filter(name -> !after.containsKey(name)).toList(),
        broken);
  }

  /**
   * The workflow files in some directories, in the order in which they are read.
   *
   * @throws UncheckedIOException if a directory cannot be listed
   */
  public static List<Path> files(List<Path> directories) {
    return directories.stream().flatMap(directory -> list(directory).stream()).distinct().toList();
  }

  private static List<Path> list(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(WorkflowFolder::isWorkflow).sorted().toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list the workflows in " + directory, e);
    }
  }

  private static boolean isWorkflow(Path file) {
    var name = String.valueOf(file.getFileName());
    return (name.endsWith(".yaml") || name.endsWith(".yml"))
        && !name.startsWith(".")
        && Files.isRegularFile(file);
  }
}
