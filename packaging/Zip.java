import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;

/**
 * Packs a directory: the same bytes for the same files, with their permissions, which the programs {@code jar} and {@code
 * zip} do not both do. Arguments: the directory, the file to make, the time of everything in it in seconds.
 */
public final class Zip {
  private Zip() {}

  public static void main(String[] arguments) throws IOException {
    var directory = Path.of(arguments[0]);
    var time = FileTime.from(Instant.ofEpochSecond(Long.parseLong(arguments[2])));
    var options = Map.of("create", "true", "enablePosixFileAttributes", "true");
    try (var zip = FileSystems.newFileSystem(Path.of(arguments[1]), options);
        var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        var entry = zip.getPath(directory.relativize(file).toString());
        if (entry.getParent() != null) {
          Files.createDirectories(entry.getParent());
        }
        Files.copy(file, entry);
        Files.setPosixFilePermissions(entry, Files.getPosixFilePermissions(file));
      }
      try (var entries = Files.walk(zip.getPath("/"))) {
        for (var entry : entries.filter(one -> one.getNameCount() > 0).toList()) {
          // why all three: each of them is otherwise the moment at which the entry was made
          Files.getFileAttributeView(entry, BasicFileAttributeView.class).setTimes(time, time, time);
        }
      }
    }
  }
}
