package dev.baton.app.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/** The content of a file, read again whenever the file has changed. Thread safe. */
public final class WatchedFile<T> {
  /** Reads the file, which may be absent. */
  public interface Reader<T> {
    T read() throws IOException;
  }

  /** What tells one state of a file from another without reading it. */
  private record Stamp(FileTime modified, long size, Optional<Object> fileKey) {}

  private record Version<T>(Optional<Stamp> stamp, T content) {}

  private final Path file;
  private final Reader<T> reader;
  private volatile Optional<Version<T>> seen = Optional.empty();

  public WatchedFile(Path file, Reader<T> reader) {
    this.file = file;
    this.reader = reader;
  }

  public T content() throws IOException {
    var last = seen;
    // why: first the stamp, then the content; a change between the two is noticed the next time
    var stamp = stamp();
    if (last.isPresent() && last.get().stamp().equals(stamp)) {
      return last.get().content();
    }
    var fresh = new Version<>(stamp, reader.read());
    seen = Optional.of(fresh);
    return fresh.content();
  }

  private Optional<Stamp> stamp() throws IOException {
    try {
      var attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Stamp(
              attributes.lastModifiedTime(),
              attributes.size(),
              Optional.ofNullable(attributes.fileKey())));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
