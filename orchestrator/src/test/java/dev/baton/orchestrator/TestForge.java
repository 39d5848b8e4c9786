package dev.baton.orchestrator;

import static dev.baton.orchestrator.git.TestRepository.git;

import dev.baton.orchestrator.forge.ForgeHost;
import dev.baton.orchestrator.forge.Forges;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A bare repository that is pushed to, and the stand-in of a forge's program with its files. */
public final class TestForge {
  public static final String GITHUB = "https://github.com/acme/shop.git";
  static final String GITLAB = "git@gitlab.com:acme/tools/shop.git";

  private final Path directory;

  private TestForge(Path directory) {
    this.directory = directory;
  }

  /** A stand-in that is logged in and has no pull request yet. */
  public static TestForge of(Path directory, String program) {
    try (var script = TestForge.class.getResourceAsStream(program)) {
      Files.createDirectories(directory);
      var file = directory.resolve(program);
      if (script == null) {
        throw new IllegalStateException("There is no stand-in of " + program);
      }
      Files.write(file, script.readAllBytes());
      if (!file.toFile().setExecutable(true)) {
        throw new IllegalStateException("%s cannot be made a program".formatted(file));
      }
      var forge = new TestForge(directory);
      forge.put("login", "").put("number", "127").put("state", "none").put("head", "");
      forge.put("draft", "false").put("checks", "[]").put("lines", "[]").put("notes", "[]");
      forge.put("pipeline", "null").put("title", "").put("calls", "");
      return forge.put("talk", "{\"comments\":[],\"reviews\":[]}");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Those of a server whose path leads to the stand-in. */
  Forges forges(ForgeHost... hosts) {
    return new Forges(
        List.of(hosts),
        Map.of(
            "PATH",
            directory + ":" + System.getenv("PATH"),
            "HOME",
            directory.toString(),
            "BATON_SECRET",
            "secret"));
  }

  public TestForge put(String file, String text) {
    try {
      Files.writeString(directory.resolve(file), text);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void remove(String file) throws IOException {
    Files.deleteIfExists(directory.resolve(file));
  }

  public String text(String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  /** How often it was called with these words. */
  long count(String words) throws IOException {
    return Files.readAllLines(directory.resolve("calls")).stream().filter(words::equals).count();
  }

  /** Gives a repository a remote of this address whose branches are in a bare repository here. */
  public static Path remote(Path repository, String address) {
    var bare = repository.resolveSibling(repository.getFileName() + ".git");
    git(repository, "clone", "--quiet", "--bare", repository.toString(), bare.toString());
    git(repository, "remote", "add", "origin", address);
    git(repository, "config", "url." + bare + ".insteadOf", address);
    return bare;
  }
}
