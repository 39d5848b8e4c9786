package dev.baton.app.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The temporary directory of a demonstration, with a small git repository in it. */
public final class DemoPlace {
  private static final String SCRIPT =
      """
      #!/bin/sh
      echo "Hello"
      """;

  private final Path directory;

  private DemoPlace(Path directory) {
    this.directory = directory;
  }

  /** Makes one, with a first commit. */
  public static DemoPlace make() throws IOException, InterruptedException {
    var place = new DemoPlace(Files.createTempDirectory("baton-demo-").toRealPath());
    Files.createDirectories(place.repository());
    Files.writeString(place.repository().resolve("greet.sh"), SCRIPT);
    place.git("init", "-q", "-b", "main");
    place.git("config", "user.name", "Baton demo");
    place.git("config", "user.email", "demo@localhost");
    place.git("add", "-A");
    place.git("commit", "-q", "-m", "Say hello");
    return place;
  }

  public Path directory() {
    return directory;
  }

  /** Where the demonstration's server keeps its data. */
  public Path data() {
    return directory.resolve("data");
  }

  Path repository() {
    return directory.resolve("greeter");
  }

  /** The newest commit of the main branch, as a patch. */
  List<String> newestCommit() throws IOException, InterruptedException {
    return git("show", "--format=commit %h, %an: %s", "--no-color", "--patch", "main")
        .lines()
        .toList();
  }

  private String git(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("git", "-c", "commit.gpgsign=false"));
    command.addAll(List.of(arguments));
    var builder = new ProcessBuilder(command).directory(repository().toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("GIT_"));
    var git = builder.redirectErrorStream(true).start();
    git.outputWriter().close();
    var output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (git.waitFor() != 0) {
      throw new IOException("git %s: %s".formatted(String.join(" ", arguments), output.strip()));
    }
    return output;
  }

  /** Deletes everything; a second time does nothing. */
  public void delete() {
    if (!Files.exists(directory)) {
      return;
    }
    try {
      Files.walkFileTree(
          directory,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException problem)
                throws IOException {
              Files.deleteIfExists(folder);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
