package dev.baton.app.command;

import dev.baton.app.access.LocalToken;
import dev.baton.app.background.BackgroundServer;
import dev.baton.app.home.DataDirectory;
import dev.baton.app.program.CommandFailure;
import dev.baton.mcp.protocol.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code baton open}: shows the board in the browser, and starts its server where none runs. */
@Command(
    name = "open",
    description = "Open the board in the browser; starts the server if none runs.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  baton open",
      "  baton open --print     only say the link, for a browser elsewhere",
      "  baton open --json"
    })
final class OpenCommand implements Callable<Integer> {
  private static final String PAGE_FILE = "open.html";
  private static final int OPENER_SECONDS = 5;

  @Option(names = "--print", description = "Say the link and open nothing.")
  private boolean printOnly;

  @Option(names = "--json", description = "Say the link as JSON and open nothing.")
  private boolean json;

  @Mixin private final DataDirectoryOption data;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Map<String, String> environment;

  OpenCommand(Map<String, String> environment) {
    this.environment = environment;
    this.data = new DataDirectoryOption(environment);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var directory = data.directory();
    LocalToken.requireUser(directory, environment);
    var server = new BackgroundServer(directory, environment).ensure();
    var link = BoardLink.of(server.url(), new LocalToken(directory).loadOrMake());
    if (json) {
      say(Json.object().put("address", link.address()).put("link", link.text()).toString());
    } else if (printOnly) {
      say(link.text());
    } else {
      open(directory, link);
    }
    return ExitCode.OK;
  }

  private void open(DataDirectory directory, BoardLink link)
      throws IOException, InterruptedException {
    var opener = findOpener();
    if (opener.isEmpty()) {
      say("No browser was found here. Open this link in one:");
    } else {
      // why a file: others on this machine can read the arguments of a program, and the link
      // has the token in it
      directory.write(PAGE_FILE, page(link).getBytes(StandardCharsets.UTF_8));
      start(opener.get(), directory.file(PAGE_FILE));
      say("The board opens in your browser. If it does not, use this link:");
    }
    say("  " + link.text());
  }

  /** A page that goes to the board at once. */
  private static String page(BoardLink link) {
    return """
        <!doctype html>
        <meta charset="utf-8">
        <meta name="referrer" content="no-referrer">
        <meta http-equiv="refresh" content="0;url=%1$s">
        <title>Baton</title>
        <p><a href="%1$s">Open the board</a></p>
        """
        .formatted(link.text());
  }

  private Optional<String> findOpener() {
    var named = environment.getOrDefault("BROWSER", "");
    if (!named.isBlank()) {
      return findProgram(named);
    }
    var isMac = System.getProperty("os.name", "").startsWith("Mac");
    var hasScreen =
        isMac
            || Stream.of("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")
                .anyMatch(name -> !environment.getOrDefault(name, "").isEmpty());
    return hasScreen
        ? Stream.of(isMac ? "open" : "xdg-open", "wslview")
            .flatMap(name -> findProgram(name).stream())
            .findFirst()
        : Optional.empty();
  }

  private Optional<String> findProgram(String name) {
    return Stream.concat(
            name.contains("/") ? Stream.of(Path.of(name)) : Stream.empty(),
            Stream.of(environment.getOrDefault("PATH", "").split(":", -1))
                .filter(place -> !place.isEmpty())
                .map(place -> Path.of(place, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .map(Path::toString);
  }

  private static void start(String opener, Path page) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(opener, page.toUri().toString())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    process.outputWriter().close();
    // why not longer: some openers are the browser itself, and stay
    if (process.waitFor(OPENER_SECONDS, TimeUnit.SECONDS) && process.exitValue() != 0) {
      throw new CommandFailure(
          "%s could not open the board (exit code %d); 'baton open --print' says its link."
              .formatted(opener, process.exitValue()));
    }
  }

  private void say(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
