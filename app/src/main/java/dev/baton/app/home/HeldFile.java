package dev.baton.app.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** A file that this program has open, and whether it is still the one of that name. Thread safe. */
public final class HeldFile {
  private final Path path;
  private final String key;

  private HeldFile(Path path, String key) {
    this.path = path;
    this.key = key;
  }

  public static HeldFile at(Path path) throws IOException {
    return new HeldFile(path, key(path));
  }

  /** False if it was deleted, with or without another in its place. */
  public boolean isInPlace() {
    try {
      return key(path).equals(key);
    } catch (IOException e) {
      return false;
    }
  }

  private static String key(Path path) throws IOException {
    return String.valueOf(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
  }
}
