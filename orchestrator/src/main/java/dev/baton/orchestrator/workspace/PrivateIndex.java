package dev.baton.orchestrator.workspace;

import dev.baton.orchestrator.git.GitPath;
import dev.baton.orchestrator.git.Worktree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** An index of our own beside the one of a checkout, thrown away after use. */
public final class PrivateIndex implements AutoCloseable {
  private final Path directory;

  private PrivateIndex(Path directory) {
    this.directory = directory;
  }

  /** Begins with nothing. */
  public static PrivateIndex empty(WorkspaceLayout layout) {
    return new PrivateIndex(layout.newScratch());
  }

  /** Begins with what the checkout has in its index, so that only changed files are read. */
  public static PrivateIndex copyOf(Worktree worktree, WorkspaceLayout layout) {
    var index = empty(layout);
    var source = worktree.gitDirectory().resolve("index");
    try {
      // why first: git compares the index's time with those of the files to find changes that came
      // in the same instant; a copy that is older than its source only makes it look closer
      var time = Files.getLastModifiedTime(source);
      Files.copy(source, index.file());
      Files.setLastModifiedTime(index.file(), time);
    } catch (NoSuchFileException e) {
      // why: a worktree without an index has an empty one
    } catch (IOException e) {
      index.close();
      throw new UncheckedIOException(e);
    }
    return index;
  }

  private Path file() {
    return directory.resolve("index");
  }

  boolean isEmpty() {
    return !Files.exists(file());
  }

  /** Makes git use this index; new objects go into the repository. */
  public Map<String, String> environment() {
    return Map.of("GIT_INDEX_FILE", file().toString());
  }

  /** Makes git write new objects here too, so that nothing changes in the repository. */
  public Map<String, String> withOwnObjects(Path common) {
    var environment = new LinkedHashMap<>(environment());
    environment.putAll(ownObjects(common));
    return environment;
  }

  /** The same for those who need no index. */
  public Map<String, String> ownObjects(Path common) {
    var environment = new LinkedHashMap<String, String>();
    var objects = directory.resolve("objects");
    try {
      Files.createDirectories(objects);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    environment.put("GIT_OBJECT_DIRECTORY", objects.toString());
    // why quoted: a colon in the path would end it
    environment.put(
        "GIT_ALTERNATE_OBJECT_DIRECTORIES",
        GitPath.of(common.resolve("objects").toString()).quoted());
    return environment;
  }

  @Override
  public void close() {
    MarkedDirectory.at(directory).delete();
  }
}
