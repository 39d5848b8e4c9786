package dev.baton.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher of the npm package says where the package of the platform is missing. */
class NpmLauncherTest {
  @TempDir private Path temporary;

  private Program.Ended start(Path modules) throws Exception {
    var own = Files.createDirectories(modules.resolve("baton-agents"));
    Files.copy(Repository.root().resolve("packaging/npm/baton.js"), own.resolve("baton.js"));
    Files.writeString(
        own.resolve("package.json"),
        """
        {"name": "baton-agents", "version": "1.2.0", "optionalDependencies": {
          "baton-agents-linux-x64": "1.2.0", "baton-agents-linux-arm64": "1.2.0",
          "baton-agents-darwin-arm64": "1.2.0", "baton-agents-darwin-x64": "1.2.0"}}
        """);
    try (var node = Program.start(List.of("node", own.resolve("baton.js").toString()), Map.of())) {
      return node.await();
    } catch (UncheckedIOException e) {
      return Absent.skip("The launcher of the npm package", "Node was not found");
    }
  }

  @Test
  void a_global_installation_is_mended_where_it_is() throws Exception {
    var prefix = temporary.toRealPath().resolve("my tools");

    assertThat(start(prefix.resolve("lib/node_modules")).err())
        .contains("run: npm install --global --prefix '%s' baton-agents-".formatted(prefix));
  }

  @Test
  void a_local_installation_is_mended_where_it_is() throws Exception {
    var project = temporary.toRealPath().resolve("project");

    assertThat(start(project.resolve("node_modules")).err())
        .contains("run: npm install --prefix %s baton-agents-".formatted(project));
  }
}
