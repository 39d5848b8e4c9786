package dev.baton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A repository with many small files. */
final class LargeRepository {
  private static final int FOLDER = 100;

  private LargeRepository() {}

  static Path make(Path directory, int files) throws IOException, InterruptedException {
    for (var file = 0; file < files; file++) {
      var path = directory.resolve(path(file));
      if (file % FOLDER == 0) {
        Files.createDirectories(path.getParent());
      }
      Files.writeString(path, "line one of file %d\nline two\nline three\n".formatted(file));
    }
    return Board.makeRepository(directory);
  }

  /** Where the file of this number is. */
  static String path(int file) {
    return "folder%d/file%d.txt".formatted(file / FOLDER, file);
  }
}
