package dev.baton.orchestrator.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** Every byte and time of a directory, to see whether anything changed. */
public final class DirectoryPrint {
  private DirectoryPrint() {}

  public static Map<String, String> of(Path directory) {
    var print = new TreeMap<String, String>();
    try (var files = Files.walk(directory)) {
      for (var file : files.toList()) {
        var time = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
        var content =
            Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? Arrays.hashCode(Files.readAllBytes(file))
                : 0;
        print.put(directory.relativize(file).toString(), time + " " + content);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return print;
  }
}
